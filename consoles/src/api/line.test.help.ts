/** A line whose other end the test holds, and the console's own end of it. */
import { Live } from "./live";

export class Line {
  readyState = 1;
  sent: { give?: Record<string, unknown>; n?: number }[] = [];
  onopen = () => {};
  onclose = () => {};
  onmessage = (_: { data: string }) => {};
  static last: Line;

  constructor() {
    Line.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Line["sent"][number]);
  }

  close(): void {}

  says(frame: unknown): void {
    this.onmessage({ data: JSON.stringify(frame) });
  }

  /** What was given, and the answer to the nth of them. */
  get given(): Record<string, unknown>[] {
    return this.sent.flatMap((it) => (it.give ? [it.give] : []));
  }

  async answers(n: number, frame: Record<string, unknown> = { events: [] }): Promise<void> {
    this.says({ answer: n, ...frame });
    await new Promise((done) => setTimeout(done));
  }
}

export function connected(as: "player" | "dealer"): { live: Live; line: Line } {
  const live = new Live({
    as,
    table: "Sic Bo 3",
    address: "ws://test/api/live",
    socket: Line as unknown as typeof WebSocket,
  });
  const line = Line.last;
  line.onopen();
  return { live, line };
}
