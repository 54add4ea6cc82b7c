"""What consoles are shown: plain records worked out from a table or the house, which decide nothing."""
