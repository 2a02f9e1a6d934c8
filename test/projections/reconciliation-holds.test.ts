import type { CashoutIntentCreated } from '../../aggregates/cashout/events';
import type { Movement, SeenMovement } from '../../aggregates/chain';
import type { LedgerEvent, Recorded } from '../../aggregates/events';
import { memoryRows } from '../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../packages/testing/src/samples/sample-data';
import { event, recordAll } from '../../packages/testing/src/samples/sample-events';
import { reconciliation } from '../../projections/reconciliation';
import { reconciliationHolds } from '../../read-models/matching/reconciliation-holds';
import { reconciliationIntents } from '../../read-models/matching/reconciliation-intents';

// What holds the expiry of an intent: deposits that are seen, not judged yet, and would pay it.

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
  ['what pays it exactly', {}],
  ['what pays more', { amountBaseUnits: '26000000' }],
  [
    'what carries the hash of its memo',
    { memos: [`sha256:${having().rows.all(reconciliationIntents)[0]?.memo_hash ?? ''}`] },
  ],
  ['what is in a block whose time is not known yet', { blockTime: null }],
  ['what comes in the last moment of the tolerance', { blockTime: time(330) }],
  ['what is on a network of its mode', { mode: 'sandbox' }],
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
  ['an asset that nobody knows', { assetId: null }],
  ['after the window', { blockTime: time(331) }],
  ['before the window', { blockTime: time(-21) }],
  ['no direct transfer', { unsupported: 'NOT_A_DIRECT_TRANSFER' }],
  ['many movements', { movements: 2 }],
  ['two memos', { memos: ['lastro:cid1', 'lastro:cid2'] }],
  ['no memo', { memos: [] }],
  ["another intent's memo", { memos: ['lastro:cid2'] }],
])('what the rule refuses already holds nothing: %s', (_name, paid) => {
  expect(having(observed(paid))).toMatchObject({ held: [], counted: 0 });
});

test.each(['DepositAccepted', 'CashoutExpired'] as const)('after %s nothing more holds', (type) => {
  expect(holds(event(type), observed())).toBe(false);
});

test('of two intents the one that it names', () => {
  const second: Partial<CashoutIntentCreated> = { intentId: 'cid2', memo: 'lastro:cid2' };
  const { rows } = having(event('CashoutIntentCreated', second), observed({ memos: ['lastro:cid2'] }));
  expect(rows.all(reconciliationHolds)).toMatchObject([{ intent_id: 'cid2', deposit_id: depositId, since: time(61) }]);
});

describe('a deposit holds until it is judged', () => {
  const final = event('DepositFinalised');
  const proposed = (...events: readonly LedgerEvent[]) =>
    having(...events).rows.all(reconciliationIntents)[0]?.proposed_deposit;

  test('gone: it holds no more', () => expect(holds(observed(), event('DepositReverted'))).toBe(false));
  test('gone and seen again: it holds again', () =>
    expect(holds(observed(), event('DepositReverted'), observed())).toBe(true));
  test('final and proposed: the proposal holds instead', () => {
    expect(holds(observed(), final)).toBe(false);
    expect(proposed(observed(), final)).toBe(depositId);
  });
  test('final, and another one than was seen: nothing holds', () => {
    const other = event('DepositFinalised', { amountBaseUnits: '1' });
    expect([holds(observed(), other), proposed(observed(), other)]).toEqual([false, null]);
  });
  test('another deposit is proposed meanwhile: it still holds', () => {
    const first = event('DepositFinalised', { txid: '0xd0', depositId: 'ethereum:0xd0:0' });
    expect(holds(first, observed())).toBe(true);
  });
});

describe('at most 20 hold an intent', () => {
  const nth = (index: number) => ({ txid: `0x${index}`, depositId: `ethereum:0x${index}:0` });
  const many = Array.from({ length: 25 }, (_, index) => event('DepositObserved', nth(index)));

  test('the first ones', () => {
    expect(having(...many)).toMatchObject({ counted: 20, held: many.slice(0, 20).map(({ data }) => data.depositId) });
  });
  test('one that is judged makes room', () => {
    const { held, counted } = having(
      ...many,
      event('DepositReverted', nth(3)),
      event('DepositReverted', nth(24)),
      observed(),
    );
    expect([counted, held.length, held.at(-1), held.includes('ethereum:0x3:0')]).toEqual([20, 20, depositId, false]);
  });
});

test('a row of before rows kept a mode holds whatever the mode is', () => {
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
  test('holds its intent once, whoever proposes again', () =>
    expect(heldUntil(proposed(90), proposed(2_000), proposed(2_001, other))).toEqual([[depositId, time(1_890)]]));
  test('frees its intent when it is withdrawn', () => {
    expect(heldUntil(proposed(90), withdrawn(100), proposed(101))).toEqual([[depositId, time(100)]]);
    expect(heldUntil(proposed(90), withdrawn(100, other))).toEqual([[depositId, time(1_890)]]);
  });
  test('holds nothing where it names no intent, as a write-off', () =>
    expect(heldUntil(event('DepositResolutionProposed'), event('DepositProposalWithdrawn'))).toEqual([]));
});
