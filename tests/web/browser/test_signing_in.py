"""Passkeys in a real browser: Chromium's own authenticator makes one, and signs with it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from dicehouse.web.identities import Staff, password_hash
from tests.web.browser.chromium import Person
from tests.web.served import PASSWORD, Served
from tests.web.test_passkeys import written

Enters = Callable[..., Person]
NAME = "Inge the inspector"


def authenticator(page: Page) -> None:
    """Something that makes passkeys and is touched by its owner."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True,
    }  # fmt: skip
    line.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def sign_in(page: Page, served: Served) -> None:
    page.goto(f"http://localhost:{served.port}/sign-in")
    page.get_by_role("button", name="As staff").click()
    page.get_by_label("Name").fill(NAME)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()


def test_an_inspector_registers_a_passkey_and_signs_in_with_it(enters: Enters, house: Served) -> None:
    staff = Staff(name=NAME, roles=("inspector",), password=password_hash(PASSWORD))
    written(house, staff, "inspector")
    someone = enters()
    page = someone.page
    authenticator(page)
    sign_in(page, house)
    expect(page.get_by_text("asks you for a passkey")).to_be_visible()
    assert someone.violations() == []
    page.get_by_role("button", name="Register a passkey").click()
    expect(page.get_by_text("asks you for a passkey")).to_be_hidden()
    expect(page.get_by_role("heading", name="You are Inge")).to_be_visible()
    assert len(house.app.state.roster.staff_named(NAME).passkeys) == 1

    page.context.clear_cookies()
    sign_in(page, house)
    expect(page).to_have_url(f"http://localhost:{house.port}/")
    me = page.evaluate("fetch('/api/me').then((it) => it.json())")
    assert (me["name"], me["second_factor"], "inspector" in me["consoles"]) == (NAME, False, True)
