"""The second factor: whoever has a passkey proves it after the password, by signing a challenge that is good once.

Passkeys are made in the browser (WebAuthn) for the address under which it knows the house; the house keeps the public
half. Both making one and using one answer a challenge that was made for that session and that purpose.
"""

import hashlib
import secrets
from collections.abc import Callable
from typing import Final, Literal
from urllib.parse import urlsplit

from dicehouse.web.identities import Passkey
from dicehouse.web.refusals import Turned, TurnedError, turned
from dicehouse.web.roster import Roster
from dicehouse.web.sessions import Session

SECONDS: Final = 120
"""How long a challenge is good."""

Purpose = Literal["make", "use"]


class Passkeys:
    """Challenges that wait for their answer, and how often each passkey has signed."""

    def __init__(self, roster: Roster, clock: Callable[[], float]) -> None:
        self._roster = roster
        self._clock = clock
        self._challenges: dict[tuple[bytes, Purpose], tuple[bytes, float]] = {}
        self._counts: dict[str, int] = {}

    def challenge(self, session: Session, origin: str) -> str:
        """What the browser is to have signed, as JSON for `navigator.credentials.get`."""
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.structs import PublicKeyCredentialDescriptor, UserVerificationRequirement

        options = generate_authentication_options(
            rp_id=urlsplit(origin).hostname or "",
            challenge=self._ask(session, "use"),
            timeout=SECONDS * 1_000,
            allow_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(it.id)) for it in self._of(session)],
            user_verification=UserVerificationRequirement.PREFERRED,
        )
        return options_to_json(options)

    def check(self, session: Session, credential: dict[str, object], origin: str) -> None:
        """Take the answer to the challenge; a TurnedError where it is not the one that was asked for."""
        from webauthn import verify_authentication_response
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = self._asked(session, "use")
        own = next((it for it in self._of(session) if it.id == credential.get("id")), None)
        if not challenge or own is None:
            raise _wrong()
        try:
            verified = verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=urlsplit(origin).hostname or "",
                expected_origin=origin,
                credential_public_key=base64url_to_bytes(own.public_key),
                credential_current_sign_count=self._counts.get(own.id, own.count),
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise _wrong() from None
        self._counts[own.id] = verified.new_sign_count
        self._roster.has_signed(session.name, own.id, verified.new_sign_count)

    def registration(self, session: Session, origin: str) -> str:
        """What the browser is to make, as JSON for `navigator.credentials.create`."""
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers import base64url_to_bytes
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            UserVerificationRequirement,
        )

        options = generate_registration_options(
            rp_id=urlsplit(origin).hostname or "",
            rp_name="Dicehouse",
            user_name=session.name,
            user_id=hashlib.sha256(session.name.encode()).digest(),
            challenge=self._ask(session, "make"),
            timeout=SECONDS * 1_000,
            exclude_credentials=[PublicKeyCredentialDescriptor(base64url_to_bytes(it.id)) for it in self._of(session)],
            authenticator_selection=AuthenticatorSelectionCriteria(
                user_verification=UserVerificationRequirement.PREFERRED
            ),
        )
        return options_to_json(options)

    def made(self, session: Session, credential: dict[str, object], origin: str) -> Passkey:
        """The passkey that was made; a TurnedError where it is not the one that was asked for."""
        from webauthn import verify_registration_response
        from webauthn.helpers import bytes_to_base64url
        from webauthn.helpers.exceptions import WebAuthnException

        challenge = self._asked(session, "make")
        if not challenge:
            raise _wrong()
        try:
            verified = verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=urlsplit(origin).hostname or "",
                expected_origin=origin,
            )
        except (WebAuthnException, ValueError, KeyError, TypeError):
            raise _wrong() from None
        id = bytes_to_base64url(verified.credential_id)
        if any(it.id == id for staff in self._roster.identities.staff for it in staff.passkeys):
            raise _wrong()
        public_key = bytes_to_base64url(verified.credential_public_key)
        return Passkey(id=id, public_key=public_key, count=verified.sign_count)

    def _ask(self, session: Session, purpose: Purpose) -> bytes:
        """A challenge for a session, in place of the one before."""
        made, now = secrets.token_bytes(32), self._clock()
        self._challenges = {key: it for key, it in self._challenges.items() if it[1] > now}
        self._challenges[session.key, purpose] = (made, now + SECONDS)
        return made

    def _asked(self, session: Session, purpose: Purpose) -> bytes:
        """The challenge that waits, which it does no more; empty where there is none, or it is too old."""
        challenge, until = self._challenges.pop((session.key, purpose), (b"", 0.0))
        return challenge if self._clock() <= until else b""

    def _of(self, session: Session) -> tuple[Passkey, ...]:
        staff = self._roster.staff_named(session.name)
        return staff.passkeys if staff else ()


def _wrong() -> TurnedError:
    refused = turned(Turned.WRONG_CREDENTIALS, "passkey-differs")
    return TurnedError(refused)
