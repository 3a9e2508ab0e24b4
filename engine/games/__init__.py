"""The games, one module each; `catalogue` finds them."""
