"""The endpoint to which other processes of the same house send commands for streams that this one leads."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from dicehouse.floor.floor import Floor
from dicehouse.floor.relay import AT, PATH, SIGNED, Relay, Seal, Sent, Switched, command_in, returned, sent_in
from dicehouse.journal.store import UnavailableError
from dicehouse.leading.leader import NotLedError
from dicehouse.refusal import Refused
from dicehouse.web.refusals import Turned, TurnedError, malformed, turned
from dicehouse.web.timeouts import body_of

MISDIRECTED = 421


class RelayEnd:
    """The receiving end."""

    def __init__(self, floor: Floor, relay: Relay) -> None:
        self.floor = floor
        self.relay = relay

    def route(self) -> Route:
        return Route(PATH, self.takes, methods=["POST"])

    async def takes(self, request: Request) -> Response:
        """A command of another process, which has already asked who gives it and whether they may."""
        body = await body_of(request)
        seal = Seal(request.headers.get(AT, ""), request.headers.get(SIGNED, ""))
        if not self.relay.is_ours(body, seal, self.floor.now()):
            raise TurnedError(turned(Turned.WRONG_TOKEN, "not-signed-by-house"))
        try:
            said = await self._done(sent_in(body))
        except msgspec.DecodeError as error:
            raise TurnedError(malformed("the body", error)) from None
        except NotLedError:
            return Response(status_code=MISDIRECTED)
        except UnavailableError:
            return Response(status_code=503)
        return Response(said, 200, {SIGNED: self.relay.answers(seal, said)}, "application/json")

    async def _done(self, sent: Sent | Switched) -> bytes:
        if isinstance(sent, Switched):
            return msgspec.json.encode(await self.floor.practise_local(sent.to, sent.on))
        command = command_in(sent)
        return returned(command if isinstance(command, Refused) else await self.floor.submit_local(sent.to, command))
