"""Tournaments: terms as data, entries, rounds on real wagers, and prizes to the cent."""
