"""TLS between a house and its tumblers: each shows the other a certificate that an authority of the house signed."""

import ssl
from pathlib import Path
from typing import Final

from msgspec import Struct

from dicehouse.table.config import ConfigError

OLDEST: Final = ssl.TLSVersion.TLSv1_2


class TlsPlan(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The files by which a house knows its devices, and they know the house."""

    authority: str
    """The certificate of whoever signs for devices and house."""
    certificate: str
    """The own one."""
    key: str
    """Its private key, which nobody else reads."""


def asking(plan: TlsPlan) -> ssl.SSLContext:
    """For whoever opens a line; a ConfigError where a file is of no use."""
    return _shows(plan, ssl.PROTOCOL_TLS_CLIENT)


def answering(plan: TlsPlan) -> ssl.SSLContext:
    """For whoever is called: it listens to nobody without a certificate of the same authority."""
    made = _shows(plan, ssl.PROTOCOL_TLS_SERVER)
    made.verify_mode = ssl.CERT_REQUIRED
    return made


def _shows(plan: TlsPlan, side: int) -> ssl.SSLContext:
    for what, file in (("authority", plan.authority), ("certificate", plan.certificate), ("key", plan.key)):
        if not Path(file).is_file():
            raise ConfigError(f"tls.{what}: there is no file {file}; name one")
    made = ssl.SSLContext(side)
    made.minimum_version = OLDEST
    try:
        made.load_verify_locations(plan.authority)
        made.load_cert_chain(plan.certificate, plan.key)
    except (ssl.SSLError, OSError) as error:
        raise ConfigError(
            f"tls: {plan.authority}, {plan.certificate} and {plan.key}: {error}; write PEM files"
        ) from None
    return made
