"""Leading: a table or the house judged, written to the journal and answered; and every command judged again from there.

The journal knows nothing of tables and houses, nor they of it; this room brings them together.
"""
