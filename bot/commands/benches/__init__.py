"""Measurements of speed, for `patience bench`."""
