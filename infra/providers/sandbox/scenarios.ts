import type { Failure, FailureCode, FailureKind, Result } from '../../../commands/ports/providers/result';
import type { PlannedCallback, Turn } from './book/sandbox-book';
import { type At, failed } from './desk';

/** Duration of a settlement, unless another is chosen; the times of every table scale with it. */
export const SETTLE_MS = 2_000;

/** Time of a table, at the pace of a row. */
export const paced = (afterMs: number, settleDelayMs: number): number =>
  Math.floor((afterMs * settleDelayMs) / SETTLE_MS);

/** A row of a table of scenarios. Tests and documentation are made from it. */
export interface Scenario {
  readonly name: string;
  readonly does: string;
  /** NN in the amount R$ ...NNN.NN of its table; null: by its name alone. */
  readonly number: number | null;
}

/** The first row is the default. */
export interface ScenarioTable<Row extends Scenario> {
  readonly rows: readonly [Row, ...Row[]];
  /** The last three digits of whole reais that choose by amount. */
  readonly reais: bigint;
}

export const rowsWith =
  <Row extends Scenario>(defaults: Omit<Row, 'name' | 'does' | 'number'>) =>
  (name: string, does: string, differences: Partial<Row> = {}): Row =>
    ({ number: null, ...defaults, name, does, ...differences }) as Row;

/** Throws when the table no longer has the row: the books name it. */
export const rowNamed = <Row extends Scenario>({ rows }: ScenarioTable<Row>, name: string): Row => {
  const found = rows.find((row) => row.name === name);
  if (found === undefined) throw new Error(`The sandbox's books name an unknown scenario: ${name}`);
  return found;
};

const CYCLE_CENTS = 100_000n;

export const rowOfAmount = <Row extends Scenario>(
  { rows, reais }: ScenarioTable<Row>,
  cents: bigint,
): Row | undefined =>
  rows.find(({ number }) => number !== null && cents % CYCLE_CENTS === reais * 100n + BigInt(number));

/** By the header (X-Sandbox-Scenario), then by the amount. A name of another table plays the default. */
export const chooseRow = <Row extends Scenario>(
  table: ScenarioTable<Row>,
  name: string | undefined,
  cents: bigint,
): Row => {
  const chosen = name === undefined ? rowOfAmount(table, cents) : table.rows.find((row) => row.name === name);
  return chosen ?? table.rows[0];
};

/** States in their order, and how long after the booking each begins. */
export type Timeline<State extends string> = Readonly<Partial<Record<State, number>>>;

export const begunBy = <State extends string>(
  nowMs: number,
  timeline: Timeline<State>,
  { sinceMs, settleDelayMs }: { readonly sinceMs: number; readonly settleDelayMs: number },
): readonly { readonly state: State; readonly atMs: number }[] =>
  (Object.entries(timeline) as [State, number][])
    .map(([state, afterMs]) => ({ state, atMs: sinceMs + paced(afterMs, settleDelayMs) }))
    .filter(({ atMs }) => atMs <= nowMs);

export interface Refusal {
  readonly kind: FailureKind;
  readonly code: FailureCode;
  readonly providerCode?: string;
  readonly message: string;
  readonly retryClass?: boolean;
  readonly retryAfterMs?: number;
  /** True when the order is booked despite this answer. */
  readonly books: boolean;
}

export const TIMED_OUT: Refusal = {
  kind: 'UNKNOWN',
  code: 'TIMEOUT',
  message: 'The answer did not arrive in time',
  books: true,
};

/** Answers to the first, second, ... call of one key; the last one repeats. Null answers with the order. */
export type Answers = readonly (Refusal | null)[];

export interface Bookable {
  readonly amountCents: string;
  readonly calls: number;
  /** Fixed with the order, so that no restart undoes a settlement. */
  readonly settleDelayMs: number;
  readonly bookedAtMs: number | null;
  /** Distance of the partner's simulated time from the clock then. */
  readonly bookedAheadMs: number;
}

export type Booked<State extends Bookable> = State & { readonly bookedAtMs: number };

export const isBooked = <State extends Bookable>(state: State | null): state is Booked<State> =>
  state !== null && state.bookedAtMs !== null;

export interface Taking<State extends Bookable, Shown> {
  readonly known: State;
  readonly answers: Answers;
  readonly amount: bigint;
  readonly show: (booked: Booked<State>, at: At) => Shown;
  readonly callbacks: (booked: Booked<State>, at: At) => readonly PlannedCallback[];
}

/** Handles a call of an order: the first call that the scenario accepts books the order, with all its callbacks. */
export const take = <State extends Bookable, Shown extends { readonly amount: bigint }>(
  { known, answers, amount, show, callbacks }: Taking<State, Shown>,
  at: At,
): Turn<State, Result<Shown>> => {
  const called = { ...known, calls: known.calls + 1 };
  const refusal = answers[Math.min(called.calls, answers.length) - 1] ?? null;
  const answer = (booked: Booked<State>, now: At): Result<Shown> =>
    refusal === null ? exactly(show(booked, now), amount) : refused(refusal, known.settleDelayMs);
  // Later calls get the last answer of the table.
  if (isBooked(called))
    return { ...(known.calls < answers.length ? { state: called } : {}), answer: answer(called, at) };
  if (refusal?.books === false) return { state: called, answer: refused(refusal, known.settleDelayMs) };
  const booked = { ...called, bookedAtMs: at.clockMs, bookedAheadMs: at.aheadMs };
  const now = { ...at, nowMs: at.clockMs };
  return { state: booked, callbacks: callbacks(booked, now), answer: answer(booked, now) };
};

const refused = ({ books, retryAfterMs, ...refusal }: Refusal, settleDelayMs: number): Failure => ({
  ...failed(refusal.kind, refusal.code, refusal.message),
  ...refusal,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs: paced(retryAfterMs, settleDelayMs) }),
});

/** Checks like every adapter: an amount other than ours is a protocol breach (rule 10). */
const exactly = <Shown extends { readonly amount: bigint }>(shown: Shown, amount: bigint): Result<Shown> =>
  shown.amount === amount
    ? { ok: true, value: shown }
    : failed('UNKNOWN', 'PROTOCOL', `The bank has ${shown.amount} cents under the key of an order of ${amount}`);
