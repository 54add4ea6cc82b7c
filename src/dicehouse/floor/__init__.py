"""The running house: its tables led from the journal, on the server's clock, with dice, dealers and an outbox.

    floor = Floor(plan, "house.db", key=key) # floor.floor: a SQLite file, or postgresql://... for several processes
    await floor.start()                      # everything as the journal has it, in mid-round
    answer = await floor.give("Sic Bo 1", command)      # or "house"; events, or Refused; durable when it is there
    await floor.stop()

`floor.plan` is the `plan.HousePlan` it was made of; `floor.demo` says whether it is the demo house.
`floor.tables` are all tables by name, also those that another process leads, each a `running.Running`: `.table` (read
only), `.revision`, `.book`, `.config`, `.plan`, `.since` (when the present phase began), `.ends`, `.period` (when the
present period for wagers ends and how many seconds it lasts; None and 0 where a person ends it), `.opened` (the latest
seal that was opened), `.listeners` (called with the events of every answer, once durable), `.halted` (whether broken
books have stopped it) and `.practice` (whether a practice dealer deals; `await floor.practise(table,
bool)` changes it).
`floor.house` is a `running.RunningHouse`: `.house` (read only), `.revision`.
`floor.changed` has a `signal.Signal` for each of them, by table or "house": `seen = await signal.after(seen)` returns
when something changed since; many changes are one signal.
`floor.now()` is the server's time, which never goes back. `give` stamps it on the command, so whoever makes a command
may put any time into `at`; a command given twice by the same id gets its first answer. Ids that begin with `~` are the
house's own and are refused.
`floor.leads(name)` and `floor.address_of(name)`: whether this process leads a table, and where the one is that does.

The demo house is in `demo`: `PATRONS` with cards and PINs, `STAFF` with their roles. PINs, covered dice and whatever
else nobody may read lie in the `vault`, under the `secret_key` of the house. Tumblers are in `tumbler` and `link`, the
reference device is `python -m dicehouse.floor.device`.
"""
