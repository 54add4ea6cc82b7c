"""`python -m dicehouse` is the command `dicehouse`."""

from dicehouse.cli import main

main()
