"""How fast things are; nothing here is a test."""
