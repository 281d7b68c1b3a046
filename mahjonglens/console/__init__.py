"""The command line's parts: what it prints, what it asks, how it reads streams and photos."""
