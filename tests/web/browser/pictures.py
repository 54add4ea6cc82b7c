"""Pictures of the consoles for the docs, taken by the tests that play on them, so that they cannot go stale.

`DICEHOUSE_PICTURES=1 pytest tests/web/browser` takes them anew; every other run only sees that they are there.
"""

import os
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

PICTURES: Final = Path(__file__).parents[3] / "docs" / "pictures" / "consoles"


def picture(page: Page, name: str) -> None:
    """The page as it stands now, as docs/pictures/consoles/NAME.png."""
    path = PICTURES / f"{name}.png"
    if os.environ.get("DICEHOUSE_PICTURES"):
        page.screenshot(path=path, animations="disabled", caret="hide")
    assert path.is_file(), f"take {path.name} with DICEHOUSE_PICTURES=1"
