import { cashout } from '../../aggregates/cashout/cashout';
import type { CashoutState } from '../../aggregates/cashout/state';
import { type Decider, fold } from '../../aggregates/decider';
import { deposit } from '../../aggregates/deposit/deposit';
import type { Recorded } from '../../aggregates/events';
import { partner } from '../../aggregates/partner/partner';
import { isContradicted } from '../../aggregates/payout/state';
import { kycStatusOf, user } from '../../aggregates/user/user';
import { foldRows } from '../../infra/projections/rows/batch';
import { memoryRows } from '../../packages/testing/src/ledger/memory/memory-rows';
import { accounts } from '../../projections/accounts';
import { projections } from '../../projections/all';
import { depositsProjection } from '../../projections/deposits';
import { reportsOf } from '../../projections/notifications';
import { cashoutIntentsProjection } from '../../projections/payments/cashout-intents';
import { payoutsProjection } from '../../projections/payments/payouts';
import type { Projection } from '../../projections/projection';
import { reconciliation } from '../../projections/reconciliation';
import { webhookOutboxProjection } from '../../projections/webhook-outbox';
import { deposits } from '../../read-models/matching/deposits';
import { reconciliationIntents } from '../../read-models/matching/reconciliation-intents';
import { partners } from '../../read-models/partners/partners';
import { cashoutIntents } from '../../read-models/payments/cashout-intents';
import { payoutSteps } from '../../read-models/steps/payout-steps';
import type { Row } from '../../read-models/table';
import { shownKycStatus, users } from '../../read-models/users/users';
import { webhookOutbox } from '../../read-models/webhooks/webhook-outbox';
import fc from '../properties';
import { arbitraryLog } from './arbitrary-log';

const wantedBy = (projection: Projection, log: readonly Recorded[]): readonly Recorded[] =>
  log.filter(({ stream }) => projection.streamPrefixes.some((prefix) => stream.startsWith(prefix)));

const oneByOne = (projection: Projection, log: readonly Recorded[]) => {
  const rows = memoryRows(projection);
  wantedBy(projection, log).forEach(rows.apply);
  return rows;
};

/** As the projector does it: load the rows that a batch names, fold the batch in memory, write the rows. */
const inBatches = (projection: Projection, log: readonly Recorded[], sizes: readonly number[]) => {
  const stored = new Map<string, Row | null>();
  const wanted = [...wantedBy(projection, log)];
  for (let turn = 0; wanted.length > 0; turn += 1) {
    const batch = wanted.splice(0, sizes[turn % sizes.length]);
    const named = new Set(batch.flatMap(projection.keys).map(({ table, key }) => `${table.name} ${key}`));
    const known = (table: string, key: string) =>
      named.has(`${table} ${key}`) ? (stored.get(`${table} ${key}`) ?? null) : undefined;
    for (const [table, rows] of foldRows(projection, batch, known)) {
      // Rows are stored as JSON: a value that JSON loses must be lost here too.
      for (const [key, row] of rows) stored.set(`${table} ${key}`, JSON.parse(JSON.stringify(row)) as Row | null);
    }
  }
  return stored;
};

const always = (law: (log: readonly Recorded[]) => void) => fc.assert(fc.property(arbitraryLog, law));

describe.each(projections)('$name', (projection) => {
  test('has the same rows for any cut of the log into batches', () =>
    fc.assert(
      fc.property(arbitraryLog, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (log, sizes) => {
        const stored = inBatches(projection, log, sizes);
        const plain = oneByOne(projection, log);
        const expected = projection.tables.flatMap((table) =>
          plain.all(table).map((row) => [`${table.name} ${row[table.key] as string}`, row] as const),
        );
        expect(new Map([...stored].filter(([, row]) => row !== null))).toEqual(new Map(expected));
      }),
    ));
});

const stateOf = <State, Event>(
  decider: Decider<State, never, Event>,
  log: readonly Recorded[],
  stream: string,
): State =>
  fold(decider as Decider<State, unknown, Event>, log.filter((event) => event.stream === stream) as unknown as Event[]);

describe('the rows and the state of their streams are equal for', () => {
  test('cash-outs', () =>
    always((log) => {
      for (const { intent_id, status } of oneByOne(cashoutIntentsProjection, log).all(cashoutIntents)) {
        expect(status).toBe(stateOf(cashout, log, `cashout-${intent_id}`).status);
      }
    }));

  test('deposits', () =>
    always((log) => {
      for (const { deposit_id, status } of oneByOne(depositsProjection, log).all(deposits)) {
        expect(status).toBe(stateOf(deposit, log, `deposit-${deposit_id}`).status);
      }
    }));

  test('users and partners', () =>
    always((log) => {
      const rows = oneByOne(accounts, log);
      const state = stateOf(user, log, 'user-u1');
      const known = rows.get(users, 'u1');
      expect(known?.erased ?? false).toBe(state.status === 'ERASED');
      if (known !== undefined && !known.erased) expect(shownKycStatus(known)).toBe(kycStatusOf(state));
      expect(rows.get(partners, 'p1')?.status ?? 'NONE').toBe(stateOf(partner, log, 'partner-p1').status);
    }));

  /** The step that a payout waits for, by the state of its intent. */
  const waitingFor = (state: CashoutState): string | undefined => {
    if (state.status !== 'PROCESSING') return undefined;
    const step = {
      NONE: 'REQUEST',
      REQUESTED: 'DISPATCH',
      DISPATCHED: 'RESOLVE',
      UNKNOWN: 'RESOLVE',
      REJECTED: 'REQUEST',
      SETTLED: undefined,
      FAILED: undefined,
    };
    const waiting = step[state.payout.phase];
    return isContradicted(state.payout) && waiting !== 'RESOLVE' ? undefined : waiting;
  };

  test('payout steps', () =>
    always((log) => {
      const rows = oneByOne(payoutsProjection, log);
      for (const intentId of ['cid1', 'cid2', 'cid3']) {
        expect(rows.get(payoutSteps, `cashout-${intentId}`)?.step).toBe(
          waitingFor(stateOf(cashout, log, `cashout-${intentId}`)),
        );
      }
    }));

  test('intents that may be matched', () =>
    always((log) => {
      for (const { intent_id, status } of oneByOne(reconciliation, log).all(reconciliationIntents)) {
        const state = stateOf(cashout, log, `cashout-${intent_id}`).status;
        expect(status).toBe(state === 'PENDING' || state === 'EXPIRED' ? state : 'ACCEPTED');
      }
    }));
});

test('the outbox has exactly one row for every event with a notification', () =>
  always((log) => {
    const told = oneByOne(webhookOutboxProjection, log).all(webhookOutbox);
    const worthy = wantedBy(webhookOutboxProjection, log).filter(
      (event) => reportsOf(event).length > 0 || event.type === 'WebhookTestRequested',
    );
    expect(told.map(({ event_id }) => event_id).sort()).toEqual(worthy.map(({ id }) => id).sort());
  }));

test('the outbox keeps one row each when events repeat, as after a lost checkpoint', () =>
  always((log) => {
    const rows = oneByOne(webhookOutboxProjection, log);
    const once = rows.all(webhookOutbox).map(({ event_id }) => event_id);
    wantedBy(webhookOutboxProjection, log).forEach(rows.apply);
    expect(rows.all(webhookOutbox).map(({ event_id }) => event_id)).toEqual(once);
  }));
