/**
 * The line to the server: what a console watches comes in, commands go out.
 *
 * Every command carries an id chosen here, once. While the line is down a command waits; when it is back the command is
 * sent again under the same id, if its player still means it, so nothing is done twice and nothing is lost unseen.
 */
import { batch, signal } from "@preact/signals";
import { heardAt } from "./clock";
import { Editions } from "./editions";
import type {
  ActView,
  DealerView,
  DisplayView,
  FormOf,
  HouseCommand,
  HouseEvent,
  Refusal,
  SeatView,
  TableCommand,
  TableView,
  WatchOf,
} from "./types";

/** A command as a console gives it: the server adds who, in which role and when. */
export type Given = TableCommand | HouseCommand;

/** What a command led to. `lost` means that it was never confirmed and is not sent again. */
export type Answer = { ok: true; events: HouseEvent[] } | Refused;

/** The form of an act, or why there is none. */
export type Form = { ok: true; form: ActView } | Refused;

type Refused = { ok: false; refused: Refusal; lost?: boolean };

const LINK_LOST: Refusal = {
  why: "link-lost",
  clause: "",
  message: "the link was lost before it was confirmed; what stands is what you see",
  next: "what stands is what you see",
  zh: "断线前未获确认；以所见为准",
  says: "link-lost",
  about: { en: "", zh: "" },
};

/** What is watched, beside as whom: a table, a card, a tournament or promotion, an entrant. */
export type Watched = Partial<Omit<WatchOf, "as">>;

type Link = "connecting" | "open" | "lost";

interface Waiting {
  sent: { give: Given; to: string } | { ask: FormOf };
  meant: () => boolean;
  tell: (answer: Frame) => void;
}

/** Any frame of the server: each key is there or not. */
interface Frame {
  answer?: number;
  events?: HouseEvent[];
  form?: ActView;
  lost?: boolean;
  refused?: Refusal;
  [view: string]: unknown;
}

/** The views that several consoles share. */
interface Views {
  table?: TableView;
  seat?: SeatView;
  dealer?: DealerView;
  display?: DisplayView;
  [view: string]: unknown;
}

export interface LiveOptions {
  as: WatchOf["as"];
  table?: string;
  /** Frames beyond the shared ones, for consoles with views of their own. */
  heard?: (frame: Record<string, unknown>) => void;
  address?: string;
  socket?: typeof WebSocket;
}

const LONGEST_PAUSE = 4_000;
/** How the server closes the line of a session that has ended. */
const SIGNED_OUT = 4401;

/** An id that no other command has. */
export function newId(): string {
  return crypto.randomUUID();
}

export class Live {
  readonly link = signal<Link>("connecting");
  /** Since when the line has been down, in local milliseconds. */
  readonly lostSince = signal<number | null>(null);
  readonly table = signal<TableView | null>(null);
  readonly seat = signal<SeatView | null>(null);
  readonly dealer = signal<DealerView | null>(null);
  readonly display = signal<DisplayView | null>(null);
  /** Why the server refused to be watched, if it did. */
  readonly refused = signal<Refusal | null>(null);
  /** Why the house ended this session, if it did for a reason of its person; there is no line any more then. */
  readonly shownOut = signal<Refusal | null>(null);
  /** How often in a row the line was lost or not opened; a session may have ended meanwhile. */
  readonly tries = signal(0);
  /** How many commands have no answer yet. */
  readonly waiting = signal(0);

  private chosen: Watched | null = null;
  private readonly editions = new Editions();
  /** Whether something was missed and the whole was asked for. */
  private missed = false;
  private socket: WebSocket | null = null;
  private readonly pending = new Map<number, Waiting>();
  private number = 0;
  private pause = 250;
  private resend = false;
  private ended = false;
  private retry: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: LiveOptions) {
    this.connect();
    globalThis.addEventListener?.("online", this.hurry);
    globalThis.addEventListener?.("offline", this.cut);
  }

  /**
   * Give a command. `meant` is asked before it is sent again after a lost link: a wager is meant for its own round only.
   */
  async give(to: string, give: Given, meant: () => boolean = () => true): Promise<Answer> {
    const { refused, lost, events } = await this.request({ give, to }, meant);
    return refused ? { ok: false, refused, ...(lost ? { lost } : {}) } : { ok: true, events: events ?? [] };
  }

  /** Ask for the form of an act that is shown. */
  async ask(of: FormOf): Promise<Form> {
    const { refused, form } = await this.request({ ask: of }, () => true);
    return form ? { ok: true, form } : { ok: false, refused: refused as Refusal };
  }

  private request(sent: Waiting["sent"], meant: () => boolean): Promise<Frame> {
    return new Promise((tell) => {
      const n = ++this.number;
      this.pending.set(n, { sent, meant, tell });
      this.waiting.value = this.pending.size;
      this.send(n);
    });
  }

  /** End the line for good. */
  end(): void {
    this.ended = true;
    clearTimeout(this.retry);
    globalThis.removeEventListener?.("online", this.hurry);
    globalThis.removeEventListener?.("offline", this.cut);
    this.socket?.close();
  }

  private connect(): void {
    const address =
      this.options.address ?? `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/live`;
    const socket = new (this.options.socket ?? WebSocket)(address);
    this.socket = socket;
    socket.onopen = () => this.opened(socket);
    socket.onmessage = (message) => this.heard(JSON.parse(String(message.data)) as Frame);
    socket.onclose = (event) =>
      event?.code === SIGNED_OUT && this.refused.value?.why === "excluded" ? this.leave() : this.closed(socket);
  }

  private leave(): void {
    this.shownOut.value = this.refused.value;
    this.end();
  }

  /** Watch something else from now on: another table of the board, another card on the counter. */
  watchAnother(what: Watched): void {
    this.chosen = what;
    if (this.socket?.readyState === 1) this.watch(this.socket);
  }

  /** Ask for everything that is watched, whole. */
  private watch(socket: WebSocket): void {
    const { as, table } = this.options;
    const chosen = this.chosen ?? (table === undefined ? {} : { table });
    socket.send(JSON.stringify({ watch: { as, ...chosen } }));
  }

  private opened(socket: WebSocket): void {
    this.editions.clear();
    this.watch(socket);
    this.resend = true;
    this.pause = 250;
  }

  private heard(frame: Frame): void {
    batch(() => {
      if (frame.answer !== undefined) this.answered(frame);
      else if (frame.refused) this.refused.value = frame.refused;
      else this.viewed(frame);
    });
  }

  private viewed(frame: Frame): void {
    const views: Views | null = this.editions.hear(frame);
    if (!views) {
      if (!this.missed && this.socket) this.watch(this.socket);
      this.missed = true;
      return;
    }
    if (frame.versions) this.missed = false;
    if (views.table) {
      heardAt(views.table.now);
      this.table.value = views.table;
    }
    if (views.seat) this.seat.value = views.seat;
    if (views.dealer) this.dealer.value = views.dealer;
    if (views.display) this.display.value = views.display;
    this.options.heard?.(views);
    this.refused.value = null;
    this.link.value = "open";
    this.tries.value = 0;
    this.lostSince.value = null;
    if (this.resend) this.sendAgain();
  }

  private answered(frame: Frame): void {
    const n = frame.answer as number;
    const it = this.pending.get(n);
    if (!it) return;
    this.drop(n);
    it.tell(frame);
  }

  /** After the first view of a new line, when it is known what round it is. */
  private sendAgain(): void {
    this.resend = false;
    for (const [n, it] of [...this.pending]) {
      if (it.meant()) {
        this.send(n);
      } else {
        this.drop(n);
        it.tell({ lost: true, refused: LINK_LOST });
      }
    }
  }

  private send(n: number): void {
    const it = this.pending.get(n);
    if (!it || this.resend || this.socket?.readyState !== 1) return;
    this.socket.send(JSON.stringify({ ...it.sent, n }));
  }

  private drop(n: number): void {
    this.pending.delete(n);
    this.waiting.value = this.pending.size;
  }

  private closed(socket: WebSocket): void {
    if (this.ended || socket !== this.socket) return;
    batch(() => {
      this.link.value = "lost";
      this.tries.value += 1;
      this.lostSince.value ??= Date.now();
    });
    this.retry = setTimeout(() => this.connect(), this.pause * (0.75 + Math.random() / 2));
    this.pause = Math.min(this.pause * 2, LONGEST_PAUSE);
  }

  /** The machine is online again: try now. */
  private readonly hurry = (): void => {
    if (this.link.value !== "lost") return;
    clearTimeout(this.retry);
    this.connect();
  };

  /** The machine is offline: a socket may take minutes to notice, a player must not. */
  private readonly cut = (): void => {
    const socket = this.socket;
    if (!socket) return;
    socket.onclose = null;
    socket.close();
    this.closed(socket);
  };
}
