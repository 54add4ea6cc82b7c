"""Write dev/layouts.json, the felts of all rulebooks, for the page of fixtures: `python consoles/dev/fixtures.py`."""

from pathlib import Path

import msgspec

from dicehouse.floor import demo
from dicehouse.table import new_table
from dicehouse.views.layout import layout_view

if __name__ == "__main__":
    made = [layout_view(new_table(it.book(), it.config)) for it in demo.plan().tables]
    Path(__file__).with_name("layouts.json").write_bytes(msgspec.json.encode(made))
