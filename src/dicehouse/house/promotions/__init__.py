"""Promotions: terms that check themselves, entries from play, a draw that anyone can work out again, and prizes."""
