#!/bin/sh
# A dump of the house's database every night, read back before it gets its name; the last 14 are kept.
# BACKUPS is the folder; ONCE=1 makes one and ends. How to verify one: docs/how-to/containers.md.
set -eu
umask 077

dump() {
    name="$BACKUPS/house-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
    pg_dump --format=custom --file="$name.part" &&
        pg_restore --list "$name.part" | grep -q 'TABLE DATA dicehouse entries' &&
        mv "$name.part" "$name" &&
        echo "$name" &&
        ls -1 "$BACKUPS"/house-*.dump | sort | head -n -14 | xargs -r rm --
}

if [ -n "${PGPASSWORD_FILE:-}" ]; then
    PGPASSWORD=$(cat "$PGPASSWORD_FILE")
    export PGPASSWORD
fi
while :; do
    if ! dump; then
        echo "no copy was made; look at the lines above" >&2
        [ -z "${ONCE:-}" ] || exit 1
    fi
    [ -z "${ONCE:-}" ] || exit 0
    sleep 86400
done
