"""Synthetic photographs: tiles rendered as they lie on racks and tables, with exact labels."""
