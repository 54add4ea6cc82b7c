"""Reports and the regulator's export, each derived from the journal alone in one pass over its entries."""
