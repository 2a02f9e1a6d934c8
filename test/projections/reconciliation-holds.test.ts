import type { CashoutIntentCreated } from '../../aggregates/cashout/events';
import type { Movement, SeenMovement } from '../../aggregates/chain';
import type { LedgerEvent, Recorded } from '../../aggregates/events';
import { memoryRows } from '../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../packages/testing/src/samples/sample-data';
import { event, recordAll } from '../../packages/testing/src/samples/sample-events';
import { reconciliation } from '../../projections/reconciliation';
import { reconciliationHolds } from '../../read-models/matching/reconciliation-holds';
import { reconciliationIntents } from '../../read-models/matching/reconciliation-intents';

// Deposits that hold the expiry of an intent: observed, not judged yet, and able to pay it.

const depositId = 'ethereum:0xd1:0';
const having = (...events: readonly LedgerEvent[]) => {
  const rows = memoryRows(reconciliation);
  const log = recordAll([event('CashoutIntentCreated'), ...events]);
  log.forEach(rows.apply);
  const held = rows.all(reconciliationHolds).map(({ deposit_id }) => deposit_id);
  const counted = rows.all(reconciliationIntents).find(({ intent_id }) => intent_id === 'cid1')?.hold_count;
  return { rows, held, counted, log };
};
const observed = (differences: Partial<SeenMovement> = {}) =>
  event('DepositObserved', differences as Partial<Movement>);

const holds = (...events: readonly LedgerEvent[]): boolean => {
  const { held, counted } = having(...events);
  expect(counted).toBe(held.length);
  return held.includes(depositId);
};

test.each<[string, Partial<SeenMovement>]>([
  ['a deposit of the exact amount', {}],
  ['a deposit of more', { amountBaseUnits: '26000000' }],
  [
    'a deposit with the hash of its memo',
    { memos: [`sha256:${having().rows.all(reconciliationIntents)[0]?.memo_hash ?? ''}`] },
  ],
  ['a deposit in a block of unknown time', { blockTime: null }],
  ['a deposit in the last moment of the tolerance', { blockTime: time(330) }],
  ['a deposit on a network of its mode', { mode: 'sandbox' }],
])('%s holds', (_name, paid) => {
  expect(holds(observed(paid))).toBe(true);
});

test.each<[string, Partial<SeenMovement>]>([
  ['dust', { amountBaseUnits: '1' }],
  ['one unit too little', { amountBaseUnits: '24999999' }],
  ['another network', { network: 'polygon' }],
  ['another receiver', { receiver: '0xab' }],
  ['another mode', { mode: 'live' }],
  ['another asset', { assetId: 202 }],
  ['an asset outside of the catalog', { assetId: null }],
  ['after the window', { blockTime: time(331) }],
  ['before the window', { blockTime: time(-21) }],
  ['no direct transfer', { unsupported: 'NOT_A_DIRECT_TRANSFER' }],
  ['many movements', { movements: 2 }],
  ['two memos', { memos: ['lastro:cid1', 'lastro:cid2'] }],
  ['no memo', { memos: [] }],
  ["another intent's memo", { memos: ['lastro:cid2'] }],
])('holds no intent by a deposit that the rule refuses: %s', (_name, paid) => {
  expect(having(observed(paid))).toMatchObject({ held: [], counted: 0 });
});

test.each([
  'DepositAccepted',
  'CashoutExpired',
] as const)('ends the hold of the intent by a deposit after %s', (type) => {
  expect(holds(event(type), observed())).toBe(false);
});

test('holds the intent that a deposit names', () => {
  const second: Partial<CashoutIntentCreated> = { intentId: 'cid2', memo: 'lastro:cid2' };
  const { rows } = having(event('CashoutIntentCreated', second), observed({ memos: ['lastro:cid2'] }));
  expect(rows.all(reconciliationHolds)).toMatchObject([{ intent_id: 'cid2', deposit_id: depositId, since: time(61) }]);
});

describe('the hold by a deposit before its judgement', () => {
  const final = event('DepositFinalised');
  const proposed = (...events: readonly LedgerEvent[]) =>
    having(...events).rows.all(reconciliationIntents)[0]?.proposed_deposit;

  test('ends when the deposit is gone', () => expect(holds(observed(), event('DepositReverted'))).toBe(false));
  test('begins again when the deposit is seen again', () =>
    expect(holds(observed(), event('DepositReverted'), observed())).toBe(true));
  test('continues by the proposal of the final deposit', () => {
    expect(holds(observed(), final)).toBe(false);
    expect(proposed(observed(), final)).toBe(depositId);
  });
  test('ends when the final deposit has other facts', () => {
    const other = event('DepositFinalised', { amountBaseUnits: '1' });
    expect([holds(observed(), other), proposed(observed(), other)]).toEqual([false, null]);
  });
  test('continues in spite of another proposed deposit', () => {
    const first = event('DepositFinalised', { txid: '0xd0', depositId: 'ethereum:0xd0:0' });
    expect(holds(first, observed())).toBe(true);
  });
});

describe('an intent with more than 20 deposits', () => {
  const nth = (index: number) => ({ txid: `0x${index}`, depositId: `ethereum:0x${index}:0` });
  const many = Array.from({ length: 25 }, (_, index) => event('DepositObserved', nth(index)));

  test('is held by the first 20', () => {
    expect(having(...many)).toMatchObject({ counted: 20, held: many.slice(0, 20).map(({ data }) => data.depositId) });
  });
  test('is held by another one after a deposit is judged', () => {
    const { held, counted } = having(
      ...many,
      event('DepositReverted', nth(3)),
      event('DepositReverted', nth(24)),
      observed(),
    );
    expect([counted, held.length, held.at(-1), held.includes('ethereum:0x3:0')]).toEqual([20, 20, depositId, false]);
  });
});

test('holds a row that is older than the column of the mode, in any mode', () => {
  const { rows, log } = having();
  const [row] = rows.all(reconciliationIntents);
  if (row === undefined) throw new Error('no row');
  rows.set(reconciliationIntents, { ...row, mode: null });
  rows.apply({ ...(log[0] as Recorded), ...observed({ mode: 'live' }), stream: `deposit-${depositId}` });
  expect(rows.all(reconciliationHolds)).toHaveLength(1);
});

describe('a proposed assignment', () => {
  const resolution = { how: 'ASSIGN', intentId: 'cid1', setAside: [] } as const;
  const proposed = (second: number, differences: object = {}) =>
    event('DepositResolutionProposed', {
      ...{ resolution, memo: 'lastro:cid1', proposedAt: time(second), heldUntil: time(second + 1_800) },
      ...differences,
    });
  const withdrawn = (second: number, differences: object = {}) =>
    event('DepositProposalWithdrawn', { memo: 'lastro:cid1', withdrawnAt: time(second), ...differences });
  const heldUntil = (...events: readonly LedgerEvent[]) =>
    having(...events)
      .rows.all(reconciliationHolds)
      .map(({ deposit_id, until }) => [deposit_id, until]);
  const other = { depositId: 'ethereum:0xd2:0' };

  test('holds its intent for a time', () => expect(heldUntil(proposed(90))).toEqual([[depositId, time(1_890)]]));
  test('holds its intent once, also when another proposal follows', () =>
    expect(heldUntil(proposed(90), proposed(2_000), proposed(2_001, other))).toEqual([[depositId, time(1_890)]]));
  test('frees its intent when it is withdrawn', () => {
    expect(heldUntil(proposed(90), withdrawn(100), proposed(101))).toEqual([[depositId, time(100)]]);
    expect(heldUntil(proposed(90), withdrawn(100, other))).toEqual([[depositId, time(1_890)]]);
  });
  test('delays no intent when it names none, as a write-off', () =>
    expect(heldUntil(event('DepositResolutionProposed'), event('DepositProposalWithdrawn'))).toEqual([]));
});
