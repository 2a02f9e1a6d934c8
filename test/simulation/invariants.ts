import { cashout } from '../../aggregates/cashout/cashout';
import type { CashoutEvent } from '../../aggregates/cashout/events';
import { fold } from '../../aggregates/decider';
import { deposit } from '../../aggregates/deposit/deposit';
import { type Recorded, START } from '../../aggregates/events';
import type { Payout } from '../../commands/ports/payout-provider';
import { projections } from '../../projections/all';
import { notificationOf } from '../../projections/notifications';
import { webhookOutboxProjection } from '../../projections/webhook-outbox';
import { webhookOutbox } from '../../read-models/webhook-outbox';
import { memoryRows } from '../doubles/memory-rows';
import type { World } from './world';

export interface Streams {
  readonly log: readonly Recorded[];
  readonly ofCashouts: ReadonlyMap<string, readonly (Recorded & CashoutEvent)[]>;
  readonly ofDeposits: ReadonlyMap<string, readonly Recorded[]>;
}

const grouped = <Event extends Recorded>(log: readonly Recorded[], prefix: string) => {
  const streams = new Map<string, Event[]>();
  for (const event of log) {
    if (!event.stream.startsWith(prefix)) continue;
    const own = streams.get(event.stream) ?? [];
    own.push(event as Event);
    streams.set(event.stream, own);
  }
  return streams;
};

export const streamsOf = async (world: World): Promise<Streams> => {
  const log: Recorded[] = [];
  for await (const event of world.truth.readAll(START)) log.push(event);
  return { log, ofCashouts: grouped(log, 'cashout-'), ofDeposits: grouped(log, 'deposit-') };
};

const ofType = <Type extends CashoutEvent['type']>(history: readonly CashoutEvent[], type: Type) =>
  history.filter((event) => event.type === type) as Extract<CashoutEvent, { readonly type: Type }>[];

const PATH = /^PENDING( EXPIRED| PROCESSING( COMPLETED| FAILED)?)?$/;

/** 5: the path of each intent; 6: nothing expires early or after a deposit; 7: one intent per quote. */
export const checkPaths = ({ ofCashouts }: Streams): void => {
  const quotes: string[] = [];
  for (const history of ofCashouts.values()) {
    const path = history.map((_, index) => fold(cashout, history.slice(0, index + 1)).status);
    expect(path.filter((status, index) => status !== path[index - 1]).join(' ')).toMatch(PATH);
    quotes.push(...ofType(history, 'CashoutIntentCreated').map(({ data }) => data.quoteId));
    for (const { data } of ofType(history, 'CashoutExpired')) expect(data.expiredAt >= data.expiresAt).toBe(true);
  }
  expect(new Set(quotes).size).toBe(quotes.length);
};

/** 10: revisions without gaps, ids unique. */
export const checkLog = ({ log, ofCashouts, ofDeposits }: Streams): void => {
  expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
  for (const history of [...ofCashouts.values(), ...ofDeposits.values()]) {
    expect(history.map(({ revision }) => revision)).toEqual(history.map((_, index) => index));
  }
};

/** 3 and 27: whoever is paid was paid by one final deposit of its own. */
export const checkDeposits = ({ ofCashouts, ofDeposits }: Streams): void => {
  const used: string[] = [];
  for (const history of ofCashouts.values()) {
    const types = history.map(({ type }) => type);
    if (types.includes('PayoutDispatched')) expect(types.indexOf('DepositAccepted')).toBe(1);
    for (const { data } of ofType(history, 'DepositAccepted')) {
      used.push(data.depositId);
      const paid = ofDeposits.get(`deposit-${data.depositId}`) ?? [];
      expect(paid.some(({ type }) => type === 'DepositFinalised')).toBe(true);
      expect(fold(deposit, paid as never)).toMatchObject({ intentId: data.intentId });
    }
  }
  expect(new Set(used).size).toBe(used.length);
};

/** What the bank will have done about an intent when all is over. */
const settledAtBank = async (world: World, history: readonly CashoutEvent[]): Promise<readonly Payout[]> => {
  const settled: Payout[] = [];
  for (const { data } of ofType(history, 'PayoutRequested')) {
    const context = {
      requestId: 'oracle',
      partnerId: 'p1',
      mode: 'sandbox' as const,
      deadlineMs: Number.MAX_SAFE_INTEGER,
    };
    // The bank of scenario 13 names another amount; then it paid all the same.
    const listed = await world.bank.oracle.list(context, '1970-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z');
    if (!listed.ok) throw new Error(listed.message);
    const own = listed.value.filter(({ idempotencyKey }) => idempotencyKey === data.providerKey);
    settled.push(...own.filter(({ state }) => state === 'SETTLED' || state === 'RETURNED'));
  }
  return settled;
};

/** 1, 21 and 22: the bank paid at most once; what we call completed it paid, what we call failed it did not. */
export const checkBank = async (world: World, { ofCashouts }: Streams): Promise<void> => {
  for (const history of ofCashouts.values()) {
    const settled = await settledAtBank(world, history);
    const { status } = fold(cashout, history);
    expect(settled.length).toBeLessThanOrEqual(1);
    if (status === 'COMPLETED') expect(settled).toHaveLength(1);
    if (status === 'FAILED' || status === 'EXPIRED' || status === 'PENDING') expect(settled).toHaveLength(0);
  }
};

/** 2: what went over the line is what the first event says, after the deposit was accepted. */
export const checkOrders = async (world: World, { ofCashouts }: Streams): Promise<void> => {
  for (const order of world.bank.sent) {
    const history = [...ofCashouts.values()].find((events) =>
      ofType(events, 'PayoutDispatched').some(({ data }) => data.providerKey === order.idempotencyKey),
    );
    const [created] = ofType(history ?? [], 'CashoutIntentCreated');
    if (created === undefined) throw new Error('An order that no intent dispatched');
    expect(order.amount.toString()).toBe(created.data.payout.amountCents);
    const instruction = await world.deps.vault.open(created.data.payout.instruction);
    expect(order.method).toEqual(JSON.parse(instruction ?? 'null'));
  }
};

/** 20: at rest every intent has ended, or a person has been told. Every final deposit is matched, or in the inbox. */
export const checkRest = (world: World, { ofCashouts, ofDeposits }: Streams): void => {
  const told = new Set(world.alerts.map(({ facts }) => facts['stream']));
  for (const history of ofCashouts.values()) {
    const state = fold(cashout, history);
    if (state.status === 'PENDING') throw new Error(`${state.facts.intentId} is PENDING for ever`);
    if (state.status === 'PROCESSING') expect([...told]).toContain(`cashout-${state.facts.intentId}`);
  }
  for (const [stream, history] of ofDeposits) {
    const state = fold(deposit, history as never);
    expect(['MATCHED', 'UNMATCHED', 'REVERTED']).toContain(state.status);
    if (state.status !== 'MATCHED') continue;
    const [accepted] = ofType(ofCashouts.get(`cashout-${state.intentId}`) ?? [], 'DepositAccepted');
    expect(`deposit-${accepted?.data.depositId}`).toBe(stream);
  }
};

/** 12 and 13: rows are what the log says, and each notification has one row. */
export const checkRows = (world: World, { log }: Streams): void => {
  for (const projection of projections) {
    const rebuilt = memoryRows(projection);
    log
      .filter(({ stream }) => projection.streamPrefixes.some((prefix) => stream.startsWith(prefix)))
      .forEach(rebuilt.apply);
    expect(world.rowsOf(projection).dump()).toEqual(rebuilt.dump());
  }
  const told = world.rowsOf(webhookOutboxProjection).all(webhookOutbox);
  expect(told).toHaveLength(log.filter((event) => notificationOf(event) !== null).length);
};
