"""The house around the tables, pure: patrons and their cards and limits, the cage, tickets, jackpots, payouts."""
