"""Sign-in: check passwords, PINs and keys, slowly, without revealing whether a name exists."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple, ParamSpec, TypeVar

from dicehouse.floor.floor import Floor
from dicehouse.house.pins import CheckPin, PinAccepted, pin_of
from dicehouse.refusal import Refused
from dicehouse.table.orders import DEVICE
from dicehouse.web.excluded_sign_out import kept_out
from dicehouse.web.frames import DemoSignIn, PlayerSignIn, StaffSignIn, TerminalSignIn
from dicehouse.web.identities import BEARER, has_key, has_password, password_hash
from dicehouse.web.passwords import breached, weakness
from dicehouse.web.rate_limit import KEPT, Rate
from dicehouse.web.refusals import Turned, TurnedError, turned
from dicehouse.web.roles import HOUSE
from dicehouse.web.roster import Roster
from dicehouse.web.sessions import Session, Sessions

HASHING: Final = 2
"""Passwords and PINs that are hashed at a time; each takes much memory."""
WAITING: Final = 64
"""Those that may wait for their turn."""

P = ParamSpec("P")
T = TypeVar("T")


class SignIn:
    """Where people and devices come in."""

    def __init__(self, floor: Floor, roster: Roster, sessions: Sessions) -> None:
        self.floor = floor
        self.roster = roster
        self.sessions = sessions
        self._pool = ThreadPoolExecutor(HASHING, "sign-in")
        self._hashing = 0
        self._addresses = Rate(20, 3)
        self._guests = Rate(20, 3)
        self._names = Rate(10, 30)
        """Tries of one name from one address."""
        self._anywhere = Rate(100, 3)
        """Tries of one name from anywhere but the addresses where it has signed in well, so that nobody else can lock
        someone out."""
        self._wrong_pins = Rate(30, 60)
        """Wrong PINs from one address, of any cards, known or not: whoever has many numbers tries a few of each."""
        self._tokens = Rate(20, 3)
        """Wrong tokens from one address, which hold nobody back whose token is right."""
        self._asking = Rate(200, 0.05)
        """What one token asks for."""
        self._own: OrderedDict[str, None] = OrderedDict()

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)

    async def staff(self, said: StaffSignIn, address: str) -> tuple[str, Session]:
        tries = self._not_too_often(address, f"staff {said.name}")
        staff = self.roster.staff_named(said.name)
        if not await self._slowly(has_password, staff, said.password) or staff is None:
            tries.failed()
            who = staff.name if staff else ""
            raise _wrong("wrong-password", who)
        tries.went_well()
        missing = not staff.passkeys and self.roster.must_have_passkey(staff)
        return self.sessions.begin(
            "staff", staff.name, roles=staff.roles, second_factor_due=bool(staff.passkeys) or missing,
            passkey_missing=missing,
        )  # fmt: skip

    async def new_password(self, session: Session, current: str, new: str, address: str) -> None:
        """Someone takes another password; a TurnedError where the current one is wrong or the new one is weak."""
        await self._knows_password(session, current, address)
        if weak := weakness(new, session.name) or breached(new, self.roster.breached):
            raise TurnedError(turned(Turned.WEAK_PASSWORD, "as-written", text=weak), who=session.name)
        self.roster.set_password(session.name, await self._slowly(password_hash, new))

    async def again(self, session: Session, secret: str, address: str) -> None:
        """Whoever is signed in proves it once more, by password or PIN; a TurnedError where it is wrong."""
        if session.demo:
            return  # there is nothing to prove it by
        if session.kind == "staff":
            await self._knows_password(session, secret, address)
        else:
            await self._pin_accepted(session.card, secret, address)

    async def _knows_password(self, session: Session, password: str, address: str) -> None:
        tries = self._not_too_often(address, f"staff {session.name}")
        if not await self._slowly(has_password, self.roster.staff_named(session.name), password):
            tries.failed()
            raise _wrong("not-your-password", session.name)

    async def player(self, said: PlayerSignIn, address: str) -> tuple[str, Session]:
        accepted = await self._pin_accepted(said.card, said.pin, address)
        self._not_excluded(accepted.patron)
        return self.sessions.begin("player", accepted.patron, card=accepted.number)

    def _not_excluded(self, person: str) -> None:
        """Whoever is excluded from the casino does not come in by any door."""
        refused = kept_out(self.floor, person)
        if refused is not None:
            raise TurnedError(refused, who=person)

    async def _pin_accepted(self, card: str, pin: str, address: str) -> PinAccepted:
        """The PIN is compared here, and the house counts: it locks a card after five wrong ones. The answer to any
        mistake is the same."""
        tries = self._not_too_often(address, f"card {card}")
        if wait := self._wrong_pins.wait(address):
            raise _too_often(wait)
        reference = pin_of(self.floor.house.house, card)
        matched = await self._slowly(self.floor.pins.matches, reference, pin)
        check = CheckPin(
            id=f"sign-in:{secrets.token_hex(8)}", at=self.floor.now(), by="sign-in", role=DEVICE, card=card,
            matched=matched,
        )  # fmt: skip
        answer = await self.floor.give(HOUSE, check)
        accepted = None if isinstance(answer, Refused) else answer[0]
        if not isinstance(accepted, PinAccepted):
            tries.failed()
            self._wrong_pins.take(address)
            who = f"card ending {card[-4:]}" if reference else ""
            raise _wrong("wrong-card-or-pin", who)
        tries.went_well()
        return accepted

    def device(self, said: TerminalSignIn, address: str) -> tuple[str, Session]:
        wait = self._names.wait(f"device {said.name} {address}")
        if wait:
            raise _too_often(wait)
        device = self.roster.identities.device_named(said.name)
        if not has_key(device, said.key) or device is None:
            self._names.take(f"device {said.name} {address}")
            who = device.name if device else ""
            raise _wrong("device-not-registered", who)
        return self.sessions.begin(device.kind, device.name, table=device.table, seat=device.seat)

    def machine(self, shown: str, address: str) -> Session:
        """The session of whoever shows a token with a request; it stands for as long as the token does."""
        found = self.sessions.find(shown) if shown.startswith(BEARER) else None
        if found is None or found.kind != "machine":
            found = self._begun(shown, address)
        if wait := self._asking.take(found.name):
            refused = turned(Turned.TOO_OFTEN, "asks-too-often", wait=wait)
            raise TurnedError(refused, {"Retry-After": str(wait)}, found.name)
        return found

    def _begun(self, shown: str, address: str) -> Session:
        """The session of a token that was not seen here before."""
        token = self.roster.identities.token_of(shown)
        if token is None or token.until <= self.floor.now():
            if wait := self._tokens.take(address):
                raise _too_often(wait)
            refused = turned(Turned.WRONG_CREDENTIALS, "wrong-api-token")
            raise TurnedError(refused, {"WWW-Authenticate": "Bearer"}, token.goes_by if token else "")
        _, begun = self.sessions.begin(
            "machine", token.goes_by, token=shown, scopes=token.scopes, until=token.until, table=token.table,
            address=address,
        )  # fmt: skip
        return begun

    def demo(self, said: DemoSignIn) -> tuple[str, Session]:
        """Anyone of the demo house, where this is one."""
        person = self.roster.identities.demo_person(said.who) if self.floor.demo else None
        if person is None:
            raise TurnedError(turned(Turned.NOT_FOUND, "nobody-to-try", who=said.who[:40]))
        if person.card:
            self._not_excluded(person.who)
            return self.sessions.begin("player", person.who, card=person.card, demo=True)
        return self.sessions.begin("staff", person.who, roles=person.roles, demo=True)

    def one_more_guest(self, address: str) -> None:
        """Someone comes as a guest of the demo; a TurnedError where too many came from there."""
        wait = self._guests.take(address)
        if wait:
            raise _too_often(wait)

    def one_more_try(self, name: str) -> None:
        """A second factor is tried; a TurnedError where that was too often."""
        wait = self._names.take(f"passkey {name}")
        if wait:
            raise _too_often(wait)

    def tried_well(self, name: str) -> None:
        self._names.clear(f"passkey {name}")

    def _not_too_often(self, address: str, name: str) -> "Tries":
        pair = f"{name} {address}"
        wait = self._addresses.take(address) or self._names.wait(pair)
        if not wait and pair not in self._own:
            wait = self._anywhere.wait(name)
        if wait:
            raise _too_often(wait)
        return Tries(self._names, self._anywhere, self._own, name, pair)

    async def _slowly(self, work: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
        """Hash in a thread, a few at a time."""
        if self._hashing >= HASHING + WAITING:
            raise _too_often(5)
        self._hashing += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: work(*args, **more))
        finally:
            self._hashing -= 1


class Tries(NamedTuple):
    """Where the tries of one name from one address are counted."""

    from_here: Rate
    anywhere: Rate
    own: OrderedDict[str, None]
    """Names and addresses that belong together."""
    name: str
    pair: str

    def failed(self) -> None:
        self.from_here.take(self.pair)
        self.anywhere.take(self.name)

    def went_well(self) -> None:
        self.from_here.clear(self.pair)
        self.own[self.pair] = None
        self.own.move_to_end(self.pair)
        if len(self.own) > KEPT:
            self.own.popitem(last=False)


def _wrong(says: str, who: str) -> TurnedError:
    return TurnedError(turned(Turned.WRONG_CREDENTIALS, says), who=who)


def _too_often(wait: int) -> TurnedError:
    refused = turned(Turned.TOO_OFTEN, "too-many-tries", wait=wait)
    return TurnedError(refused, {"Retry-After": str(wait)})
