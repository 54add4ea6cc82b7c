"""A real Chromium for tests, and a person at a page of the house."""

import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import quote

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no types
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.web.served import Browser as Asking
from tests.web.served import Served

NAMES: Final = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
FLAGS: Final = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
)  # fmt: skip
WIDE: Final = {"width": 1280, "height": 800}
PHONE: Final = {"width": 390, "height": 844}
WITHIN: Final = 15_000
"""Milliseconds; a quiet machine takes a tenth of them."""

AXE: Final[str] = Axe().axe_script

expect.set_options(timeout=WITHIN)


def executable() -> str:
    """An installed Chromium. A machine of CI must have one; elsewhere its tests are passed over with the reason."""
    for name in NAMES:
        if found := shutil.which(name):
            return found
    reason = f"no Chromium is installed: {', '.join(NAMES)} are not on the path; apt-get install chromium"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


@contextmanager
def chromium() -> Iterator[Browser]:
    path = executable()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield browser
        browser.close()


class Person:
    """Someone at a page of the house. Whatever the page complains about fails the test."""

    def __init__(self, browser: Browser, served: Served, who: str = "", **context: Any) -> None:
        self.served = served
        self.context = browser.new_context(base_url=f"http://{served.address}", **{"viewport": WIDE, **context})
        self.context.set_default_timeout(WITHIN)
        self.complaints: list[str] = []
        self.page = self.opens()
        if who:
            self.signs_in("demo", who=who)

    def signs_in(self, how: str, **body: str) -> None:
        """Be known to the house without a way through its door, which has tests of its own."""
        name, _, value = Asking(self.served).signs_in(how, **body).cookie.partition("=")
        self.context.add_cookies([{"name": name, "value": value, "url": f"http://{self.served.address}"}])

    def opens(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        return page

    def leaves(self) -> None:
        self.context.close()
        assert not self.complaints, self.complaints

    def comes_in(self, who: str) -> "Person":
        """At the door of the demo, by the button that says who one wants to be."""
        self.page.goto("/")
        self.page.get_by_text("Try another role").click()
        self.page.get_by_role("button", name=re.compile(f"^{who}")).click()
        expect(self.page.get_by_role("heading", name=f"You are {who}")).to_be_visible()
        return self

    def until(self, is_so: Callable[[], object]) -> None:
        """Wait until something is so in the house that the page does not show."""
        end = time.monotonic() + WITHIN / 1_000
        while not is_so():
            assert time.monotonic() < end, f"it was not so in {WITHIN / 1_000:g} s"
            self.page.wait_for_timeout(20)

    # --- at a table

    def comes_to(self, table: str) -> "Person":
        self.page.goto(f"/player/{quote(table)}")
        expect(self.page.locator(".felt-drawing")).to_be_visible()
        return self

    def sits(self, table: str, seat: int, buys: str = "$200") -> "Person":
        """Take a seat and buy chips from the account."""
        self.comes_to(table)
        self.page.locator(".seats").get_by_role("button", name=re.compile(rf"(Seat|Terminal) {seat}$")).click()
        self.page.get_by_role("button", name=re.compile("^(Buy chips|Insert money)$")).click()
        self.page.get_by_role("dialog").get_by_role("button", name=buys, exact=True).click()
        expect(self.rack).to_have_text(f"{buys}.00")
        return self

    def area(self, wager: str) -> Locator:
        return self.page.locator(f'[data-id="{wager}"]')

    def adds(self, *wagers: str) -> None:
        """A chip on each, by pointer, near the corner, where also an area that is no rectangle can be hit."""
        for wager in wagers:
            self.area(wager).click(position={"x": 12, "y": 12})

    def waits_for(self, phase: str) -> None:
        expect(self.page.locator(f'.terminal[data-phase="{phase}"]')).to_be_visible()

    @property
    def rack(self) -> Locator:
        return self.page.locator(".money b").first

    @property
    def stake(self) -> Locator:
        return self.page.locator(".money b").nth(1)

    @property
    def message(self) -> Locator:
        return self.page.locator(".message")

    def violations(self) -> list[str]:
        """What axe finds, as one line each."""
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE)
        options = {"runOnly": {"type": "tag", "values": tags}, "resultTypes": ["violations"]}
        found = self.page.evaluate("(options) => axe.run(options).then((found) => found.violations)", options)
        return [f"{it['id']}: {it['help']}: {[node['target'] for node in it['nodes'][:4]]}" for it in found]
