"""The daily challenge on Discord: its commands, posts and jobs."""
