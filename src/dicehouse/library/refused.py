"""What the rules forbid, raised: in a notebook nobody looks at a value returned, and the next call would go on."""

from dicehouse.refusal import Refused, Why


class RefusedError(ValueError):
    """The rules forbid it, and nothing has changed. `record` is the refusal as data; the text is its sentence.

    >>> import dicehouse as dh
    >>> try:
    ...     dh.Table("star-craps").bet("come", 10)
    ... except dh.RefusedError as refused:
    ...     print(refused.clause, refused.why)
    6.1.3 wrong-time
    """

    def __init__(self, record: Refused) -> None:
        super().__init__(record.message + (f" ({record.clause})" if record.clause else ""))
        self.record = record

    @property
    def why(self) -> Why:
        """The reason, as one of a fixed set."""
        return self.record.why

    @property
    def clause(self) -> str | None:
        """The clause that forbids it."""
        return self.record.clause

    @property
    def next(self) -> str:
        """What to do instead; empty where there is nothing to do."""
        return self.record.next
