"""What a store asks of PostgreSQL to write a batch, and to take and keep leases and snapshots."""

from typing import Final

LOCK: Final = "select seq, hash from dicehouse.head for update"
LIMIT: Final = """
    select set_config('transaction_timeout', %s, true) where current_setting('transaction_timeout', true) is not null
"""
"""From PostgreSQL 17 on; it also ends a writer whose line went dead between two messages."""

KNOWN_PLACES: Final = "select stream, no, at from dicehouse.streams where stream = any(%b::text[])"
KNOWN_LEASES: Final = "select stream, holder, until from dicehouse.leases where stream = any(%b::text[])"
KNOWN_BALANCES: Final = "select account, amount from dicehouse.balances where account = any(%b::text[])"
KNOWN_BODIES: Final = """
    select stream, id, no, body, hash
    from unnest(%b::text[], %b::text[]) as draft (stream, id) join dicehouse.entries using (stream, id)
"""

# Each of these changes as many rows as it must or divides by nothing, and so ends the transaction.
MOVE_HEAD: Final = """
    with moved as (update dicehouse.head set seq = %s, hash = %s where seq = %s and hash = %s returning 1)
    select 1 / (count(*) = 1 and (select count(*) from dicehouse.head) = 1)::integer from moved
"""
LEASES_STAND: Final = """
    with stand as (
        select 1 from unnest(%b::text[], %b::text[], %b::timestamptz[]) as known (stream, holder, until)
        join dicehouse.leases using (stream, holder, until)
    )
    select 1 / (count(*) = %s)::integer from stand
"""
MOVE_STREAMS: Final = """
    with moved as (
        update dicehouse.streams as old set no = new.no, at = new.at
        from unnest(%b::text[], %b::bigint[], %b::bigint[], %b::timestamptz[]) as new (stream, before, no, at)
        where old.stream = new.stream and old.no = new.before returning 1
    )
    select 1 / (count(*) = %s)::integer from moved
"""
MOVE_BALANCES: Final = """
    with moved as (
        update dicehouse.balances as old set amount = new.amount
        from unnest(%b::text[], %b::bigint[], %b::bigint[]) as new (account, before, amount)
        where old.account = new.account and old.amount = new.before returning 1
    )
    select 1 / (count(*) = %s)::integer from moved
"""

ADD_ENTRIES: Final = """
    insert into dicehouse.entries (seq, stream, no, id, hash, body)
    select * from unnest(%b::bigint[], %b::text[], %b::bigint[], %b::text[], %b::text[], %b::bytea[])
"""
ADD_STREAMS: Final = "insert into dicehouse.streams select * from unnest(%b::text[], %b::bigint[], %b::timestamptz[])"
NOTIFY: Final = "select pg_notify('dicehouse', %s)"
ADD_BALANCES: Final = "insert into dicehouse.balances select * from unnest(%b::text[], %b::bigint[])"
TAKE_LEASE: Final = """
    insert into dicehouse.leases as lease (stream, holder, until) values (%s, %s, %s)
    on conflict (stream) do update set holder = excluded.holder, until = excluded.until
    where lease.holder = excluded.holder or lease.until <= %s
"""
RENEW_LEASES: Final = """
    update dicehouse.leases set until = %s where holder = %s and stream = any(%b::text[]) returning stream
"""
KEEP: Final = """
    insert into dicehouse.snapshots as latest (stream, no, snapshot) values (%s, %s, %b)
    on conflict (stream) do update set no = excluded.no, snapshot = excluded.snapshot
    where latest.no <= excluded.no
"""
