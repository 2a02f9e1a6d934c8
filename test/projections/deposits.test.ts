import { movement, time } from '../../packages/testing/src/samples/sample-data';
import { metadata, recorded } from '../../packages/testing/src/samples/sample-events';
import { depositsProjection } from '../../projections/deposits';
import { type DepositRow, deposits, movementOf } from '../../read-models/matching/deposits';
import { givenRows, row } from '../given';

const observed: DepositRow = {
  deposit_id: 'ethereum:0xd1:0',
  network: 'ethereum',
  txid: '0xd1',
  position: '0',
  asset_id: 201,
  contract: '0xcc',
  amount_base_units: '25000000',
  sender: '0xbb',
  receiver: '0xaa',
  memos: ['lastro:cid1'],
  movements: 1,
  unsupported: null,
  block_number: '100',
  block_hash: '0xb100',
  block_time: time(60),
  status: 'OBSERVED',
  intent_id: null,
  reason: null,
  candidates: [],
  in_time: null,
  updated_at: time(500),
};
const finalised: DepositRow = { ...observed, status: 'FINALISED' };
const claimed: DepositRow = { ...finalised, status: 'CLAIMED', intent_id: 'cid1' };
const at = time(600);
const later = { metadata: metadata({ at }) };

const given = (before: DepositRow) => givenRows(depositsProjection, row(deposits, before));
const becomes = (before: DepositRow, columns: Partial<DepositRow>) =>
  row(deposits, { ...before, updated_at: at, ...columns });

test('DepositObserved adds the deposit to the inbox, with the facts of the chain', () =>
  givenRows(depositsProjection).when(recorded('DepositObserved')).thenRows(row(deposits, observed)));

test('DepositObserved can be judged again from its row', () => {
  expect(movementOf(observed)).toEqual(movement);
});

test('DepositObserved again after a reversal starts anew', () =>
  given({ ...observed, status: 'REVERTED', reason: 'REORGANISED_AWAY' })
    .when(recorded('DepositObserved', { blockHash: '0xother' }, later))
    .thenRows(becomes(observed, { block_hash: '0xother' })));

test('DepositFinalised has the facts of the block that stayed', () =>
  given(observed)
    .when(recorded('DepositFinalised', { blockNumber: '101', amountBaseUnits: '7' }, later))
    .thenRows(becomes(observed, { status: 'FINALISED', block_number: '101', amount_base_units: '7' })));

test('DepositReverted keeps the reason', () =>
  given(observed)
    .when(recorded('DepositReverted', {}, later))
    .thenRows(becomes(observed, { status: 'REVERTED', reason: 'REORGANISED_AWAY' })));

test('DepositClaimed names the intent', () =>
  given(finalised)
    .when(recorded('DepositClaimed', {}, later))
    .thenRows(becomes(finalised, { status: 'CLAIMED', intent_id: 'cid1' })));

test('DepositMatched keeps the deposit, and deletes the reason why it was unmatched', () =>
  given({ ...claimed, reason: 'UNDERPAID' })
    .when(recorded('DepositMatched', {}, later))
    .thenRows(becomes(claimed, { status: 'MATCHED' })));

test.each([
  ['INTENT_CLOSED', true, true],
  ['INTENT_CLOSED', false, false],
  ['INTENT_CLOSED', undefined, true],
  ['DUPLICATE', undefined, false],
] as const)('DepositReleased (%s, in time: %s) puts the deposit in the inbox, with the intent as candidate', (reason, told, inTime) => {
  const { inTime: _inTime, ...old } = recorded('DepositReleased', { reason }, later).data;
  const data = told === undefined ? old : { ...old, inTime: told };
  given(claimed)
    .when({ ...recorded('DepositReleased', {}, later), data })
    .thenRows(
      becomes(claimed, {
        status: 'UNMATCHED',
        intent_id: null,
        reason,
        candidates: [{ intentId: 'cid1', reason }],
        in_time: inTime,
      }),
    );
});

test('DepositUnmatched keeps the reason, the candidates and whether it was in time', () =>
  given(finalised)
    .when(recorded('DepositUnmatched', { inTime: true }, later))
    .thenRows(
      becomes(finalised, {
        status: 'UNMATCHED',
        reason: 'UNDERPAID',
        candidates: [{ intentId: 'cid1', reason: 'UNDERPAID' }],
        in_time: true,
      }),
    ));

const unmatched: DepositRow = { ...finalised, status: 'UNMATCHED', reason: 'UNDERPAID' };

test('DepositWrittenOff removes the deposit from the inbox, and keeps the reason', () =>
  given(unmatched)
    .when(recorded('DepositWrittenOff', {}, later))
    .thenRows(becomes(unmatched, { status: 'WRITTEN_OFF' })));

test('DepositRefunded removes the deposit from the inbox, and keeps the reason', () =>
  given(unmatched)
    .when(recorded('DepositRefunded', {}, later))
    .thenRows(becomes(unmatched, { status: 'REFUNDED' })));

test.each([
  'DepositResolutionProposed',
  'DepositProposalWithdrawn',
] as const)('%s leaves the deposit in the inbox, in its place', (type) =>
  given(unmatched)
    .when(recorded(type, {}, later))
    .unchanged());

test('DepositMatched of an unknown deposit changes no row', () =>
  givenRows(depositsProjection).when(recorded('DepositMatched')).unchanged());

describe('StreamClosed', () => {
  const closed = recorded('StreamClosed', { stream: 'deposit-ethereum:0xd1:0', depositId: 'ethereum:0xd1:0' }, later);
  const listed = { status: 'UNMATCHED', reason: 'STREAM_CLOSED' } as const;

  test.each<DepositRow>([
    observed,
    finalised,
    { ...observed, status: 'REVERTED', reason: 'REORGANISED_AWAY' },
  ])('lists a deposit that can no longer be decided ($status)', (before) =>
    given(before).when(closed).thenRows(becomes(before, listed)));
  test('names the intent that had claimed the deposit', () => {
    const candidates = [{ intentId: 'cid1', reason: 'STREAM_CLOSED' }];
    given(claimed)
      .when(closed)
      .thenRows(becomes(claimed, { ...listed, intent_id: null, candidates }));
  });
  test('leaves a matched deposit to its intent', () => {
    const matched: DepositRow = { ...claimed, status: 'MATCHED' };
    given(matched)
      .when(closed)
      .thenRows(becomes(matched, { reason: 'STREAM_CLOSED' }));
  });
  test.each(['WRITTEN_OFF', 'REFUNDED'] as const)('leaves a deposit that is %s out of the inbox', (status) => {
    const resolved: DepositRow = { ...unmatched, status };
    given(resolved)
      .when(closed)
      .thenRows(becomes(resolved, { reason: 'STREAM_CLOSED' }));
  });
  test('makes no row for a payment or an unknown deposit', () => {
    given(observed)
      .when(recorded('StreamClosed', {}, later))
      .unchanged();
    givenRows(depositsProjection).when(closed).unchanged();
  });
});
