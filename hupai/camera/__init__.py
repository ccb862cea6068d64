"""A camera over the table: the hand is read as it lies, and scored when it lies still."""
