"""The words a rulebook may use beside its wagers: powers, limits and times. A word that is not here is an error."""

from typing import Final

POWERS: Final = {
    "tumble": "set the dice tumbling",
    "open_betting": "invite wagers",
    "close_betting": "call no more bets",
    "uncover": "uncover the dice",
    "announce": "call the result",
    "enter_result": "key the result into the table",
    "settle": "collect losing wagers and pay winning ones",
    "call_no_result": "declare that a round has no result",
    "accept_oral_wager": "take a spoken wager",
    "issue_colours": "issue colour checks",
    "issue_several_colours": "issue colour checks of several colours to one player",
    "share_colour": "issue a colour that another player holds",
    "redeem_colours": "redeem colour checks",
    "verify_redemption": "verify the redemption of colour checks of a closed table",
    "exchange_voucher": "exchange a promotional voucher for tokens or chips",
    "change_limits": "change the limits of a table",
    "set_personal_limits": "agree limits for one player",
    "limit_players": "limit the number of players",
    "refuse_wager": "refuse a wager",
    "return_invalid": "return a wager, or the part of one, that is invalid",
    "void_wagers": "declare a person's wagers void",
    "exclude_from_game": "exclude a person from the game",
    "exclude_from_casino": "exclude a person from the casino, or recommend it",
    "withhold_winnings": "withhold winnings during an investigation",
    "delay_payment": "pay a prize later or in another form, or ask for identification first",
    "detain": "have a person detained until the police or an inspector come",
    "invalidate_disrupted": "invalidate the outcome of a disrupted round",
    "invalidate_fraud": "invalidate the outcome of a round for fraud",
    "forfeit_wager": "have a wager forfeited",
    "vacate_seat": "require a person to give up a place",
    "close_table": "close a table with players present",
    "final_call": "announce the final call for Super Streak wagers",
    "demonstrate": "order spins without players",
    "rectify": "declare a fault rectified",
    "correct_payment": "correct an overpayment or underpayment",
    "pause_player": "keep a player from wagering while a limit period changes",
    "log_assistance": "record that one person physically helps another to bet",
    "decide_dispute": "decide a dispute in the first instance",
    "review_dispute": "review a decision",
    "final_decision": "decide a dispute finally",
    "offer_dice": "offer the dice and hand them back",
    "throw_for_nobody": "throw when no player will",
    "order_pass": "order the shooter to pass the dice",
    "check_dice": "check dice that were off the table",
    "replace_dice": "put a new set of dice on the table",
    "mark_throw": "mark when the dice leave the hand and when they rest",
    "judge_top_face": "decide which face is uppermost",
    "confirm_in_air": "confirm a wager while the dice are in the air",
    "confirm_call": "confirm that a wager is on or off",
    "rebuild_wagers": "confirm the wagers of a faulty terminal from its records, or else declare them void",
    "adjust_credit": "adjust a credit meter",
    "adjust_jackpot": "adjust a jackpot after a malfunction",
    "limit_terminals": "keep a player to one terminal",
    "run_promotion": "offer a promotion and award its prizes",
    "stop_draw": "postpone or cancel a compromised draw",
}

LIMITS: Final = {
    "per": ("player", "player_area_or_wager", "wager"),
    "below_minimum": ("stands", "stands_once_then_returned", "refused"),
    "above_maximum": ("settled_at_maximum", "refused"),
    "off_unit": ("refused", "paid_up_to_chips"),
}
"""Each limit rule and what it may be."""

TIMES: Final = {
    "raise_minimum": "how long the sign for a higher minimum stands before it counts",
    "closing": "how long before the table closes its players are told",
    "abstaining": "how many rounds a player may sit out at a full table",
    "shoot": "how long the shooter has to press the button",
    "rectify": "how soon a fault must be mended for play to go on",
    "tumbles": "how many times the dice are tumbled at least",
    "promotion_terms": "how long before it starts the regulator has the terms of a promotion",
    "winner_told": "how soon the winner of a draw is told",
    "compromised_draw": "how soon the inspector hears of a compromised draw",
}

UNITS: Final = ("times", "seconds", "minutes", "hours", "days", "rounds")

CONDUCT: Final = {
    "device": "having a device that records, projects, analyses or interferes",
    "tumbler": "interfering with the tumbler or the control panel",
    "coaching": "advice by staff on how to play",
    "advice": "influencing a player who did not ask",
    "private_bets": "bets of players or onlookers among themselves",
    "proxy": "betting for someone else",
    "unreported_fault": "keeping what a fault gave without reporting it",
    "tampering": "tilting, rocking, damaging or feeding foreign objects",
    "syndicate": "syndicated play",
    "inducement": "inducing a player to give up a place or to join a syndicate, or asking for it",
    "disturbance": "disturbing or intimidating patrons or staff",
    "refusing_to_vacate": "staying when told to give up a place",
    "crime": "an offence for which the law lets a person be detained",
    "other": "breaking any other rule of the game",
}

PEOPLE: Final = ("player", "spectator", "employee", "inspector")
"""Who may be in breach; an agent of the house counts as an employee."""

EXCUSES: Final = {
    "on_duty": "by staff, agents or inspectors in the course of their duty",
    "asked": "at the player's own request",
    "compliance": "to see that the rules are kept",
}

DIRECTIONS: Final = ("vacate_seat",)
"""Powers to tell a person to do something, where only not doing it is a breach."""

NOTICES: Final = {
    "malfunction": "equipment of the table does not work",
    "lights_failed": "the winning areas lit up wrongly or not at all",
    "detained": "a person is being detained",
}

MATTERS: Final = {
    "lights": "settlement by the dice when the winning areas light up wrongly or not at all",
    "display": "a winning number display that differs from the dice",
    "mispayment": "an overpayment or underpayment that is no breach",
    "suspected_intent": "an overpayment or underpayment that may have been meant",
    "attempt": "what counts as an attempt to put a payment right",
    "reimbursement": "an attempt to pay what was underpaid",
    "demand": "an attempt to get back what was overpaid",
    "payment_report": "the monthly report of payment errors",
    "refund": "the refund of wagers when an outcome is invalidated",
    "void_wager": "a single wager declared void for fraud",
    "recommendation": "an exclusion from the casino that can only be recommended",
    "absent_supervisor": "who decides a dispute first while no supervisor of the game is there",
    "complaint": "what a person is told who is not content with a decision",
    "investigation": "the right to have a complaint investigated by the regulator",
    "rules": "the rules to read on request",
    "equipment": "the dice, or the tumbler with its dice, that a table has",
    "chips": "what a wager may be made with",
    "cash_change": "chips bought at the table",
    "cashless": "a table without a drop box, where only its terminal sells chips",
    "colour_change": "chips changed for other chips",
}
