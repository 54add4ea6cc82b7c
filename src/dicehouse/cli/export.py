"""`dicehouse export`: a whole journal in a folder, for a regulator."""

from pathlib import Path

import click

from dicehouse.cli.progress import telling


@click.command()
@click.option("--journal", metavar="FILE", required=True, help="The journal: a file, or postgresql://…")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), required=True, help="The folder to make; it must not be there."
)
@click.option("--parquet", is_flag=True, help="Add tables in Parquet, for `dicehouse audit` and for analysis.")
def export(journal: str, output: Path, parquet: bool) -> None:
    """Hand over a whole journal: every entry to the byte in JSON Lines, its checkpoints, and a manifest.

    The folder holds entries.jsonl, checkpoints.txt, and manifest.json with
    the SHA-256 of each file. The folder has its name only when all of it is on the disk. Parquet needs the audit
    extra: pip install 'dicehouse[audit]'.

    \b
    Examples:
      dicehouse export --journal house.db -o november
      dicehouse verify november --key house.pub
      dicehouse export --journal postgresql://db.example/house -o november --parquet
    """
    from dicehouse.reports.export import export as write
    from dicehouse.reports.sources import opened

    with opened(journal) as source, telling("entries written") as progress:
        made = write(source, output, parquet=parquet, progress=progress)
    size = sum(it.bytes for it in made.files)
    print(f"{output}: {made.entries} entries in {len(made.files)} files, {size} bytes; head {made.head}")
