import type { CashoutEvent } from '../../../aggregates/cashout/events';
import { sealed, time } from '../../../packages/testing/src/samples/sample-data';
import { metadata, recorded } from '../../../packages/testing/src/samples/sample-events';
import { REFUND_TXID } from '../../../packages/testing/src/samples/sample-trouble-data';
import { cashoutIntentsProjection } from '../../../projections/payments/cashout-intents';
import { type CashoutIntentRow, cashoutIntents } from '../../../read-models/payments/cashout-intents';
import { receipts } from '../../../read-models/payments/receipts';
import { givenRows, row } from '../../given';
import { pendingRow as pending } from '../../samples/pending-row';

const processing: CashoutIntentRow = { ...pending, status: 'PROCESSING', confirmed_at: time(80), revision: 1 };
const at = time(600);
const later = { metadata: metadata({ at }), revision: 7 };

/** The row after one more step. */
const next = (before: CashoutIntentRow, type: CashoutEvent['type'], columns: Partial<CashoutIntentRow> = {}) =>
  row(cashoutIntents, {
    ...before,
    timeline: [...before.timeline, { event: type, at }],
    updated_at: at,
    revision: 7,
    ...columns,
  });

const given = (before: CashoutIntentRow) => givenRows(cashoutIntentsProjection, row(cashoutIntents, before));

test('CashoutIntentCreated makes a row', () =>
  givenRows(cashoutIntentsProjection).when(recorded('CashoutIntentCreated')).thenRows(row(cashoutIntents, pending)));

test('CashoutIntentCreated keeps the reference in clear, and the partner’s id of the quote sealed', () => {
  const known = { reference: 'order-17', externalId: sealed('u1', 'cXVvdGU=') };
  givenRows(cashoutIntentsProjection)
    .when(recorded('CashoutIntentCreated', known))
    .thenRows(row(cashoutIntents, { ...pending, reference: 'order-17', external_id: { ...known.externalId } }));
});

describe('DepositAccepted', () => {
  const paid = { depositId: 'ethereum:0xd1:0', txHash: '0xd1', sender: '0xbb', blockTime: time(60) };
  const columns = { status: 'PROCESSING', confirmed_at: time(80) } as const;

  test('is PROCESSING, with the deposit', () =>
    given(pending)
      .when(recorded('DepositAccepted', {}, later))
      .thenRows(
        next(pending, 'DepositAccepted', { ...columns, deposits: [{ ...paid, amountBaseUnits: '25000000' }] }),
      ));
  test('is labelled OVER with more than the intent asked', () =>
    given(pending)
      .when(recorded('DepositAccepted', { amountBaseUnits: '100000000' }, later))
      .thenRows(
        next(pending, 'DepositAccepted', {
          ...columns,
          labels: ['OVER'],
          deposits: [{ ...paid, amountBaseUnits: '100000000' }],
        }),
      ));
});

test('CashoutExpired is EXPIRED', () =>
  given(pending)
    .when(recorded('CashoutExpired', {}, later))
    .thenRows(next(pending, 'CashoutExpired', { status: 'EXPIRED' })));

test('ExpiryHeld is a step in the timeline', () =>
  given(pending)
    .when(recorded('ExpiryHeld', {}, later))
    .thenRows(next(pending, 'ExpiryHeld')));

test('PayoutRequested counts the attempt', () =>
  given(processing)
    .when(recorded('PayoutRequested', { attempt: 2 }, later))
    .thenRows(next(processing, 'PayoutRequested', { attempts: 2 })));

test.each([
  'PayoutDispatched',
  'PayoutOutcomeUnknown',
  'PayoutReturned',
  'PayoutContradicted',
] as const)('%s is a step in the timeline', (type) =>
  given(processing)
    .when(recorded(type, {}, later))
    .thenRows(next(processing, type)));

test('PayoutRejected names the reason', () =>
  given(processing)
    .when(recorded('PayoutRejected', {}, later))
    .thenRows(next(processing, 'PayoutRejected', { reason_code: 'KEY_NOT_FOUND' })));

test('PayoutSettled deletes the reason of an earlier rejection', () => {
  const retried = { ...processing, reason_code: 'INSUFFICIENT_FUNDS' };
  given(retried)
    .when(recorded('PayoutSettled', {}, later))
    .thenRows(next(retried, 'PayoutSettled', { reason_code: null }));
});

describe('CashoutCompleted', () => {
  const columns = { status: 'COMPLETED', provider_id: 'sbx_1', end_to_end_id: 'E1', completed_at: time(95) } as const;

  test('is COMPLETED, with the ids of the provider', () =>
    given(processing)
      .when(recorded('CashoutCompleted', {}, later))
      .thenRows(next(processing, 'CashoutCompleted', columns)));

  test('makes a receipt under the transaction of its deposit', () => {
    const paid = { depositId: 'ethereum:0xd1:0', txHash: '0xd1', sender: '0xbb', blockTime: time(60) };
    const deposited = { ...processing, deposits: [{ ...paid, amountBaseUnits: '25000000' }] };
    given(deposited)
      .when(recorded('CashoutCompleted', { receiptUrl: 'https://bank.example/1' }, later))
      .thenRows(
        next(deposited, 'CashoutCompleted', columns),
        row(receipts, {
          intent_id: 'cid1',
          user_id: 'u1',
          partner_id: 'p1',
          mode: 'sandbox',
          network: 'ethereum',
          tx_hash: '0xd1',
          payout_kind: 'PIX_BRCODE',
          destination_masked: '***@x.example',
          amount_cents: '15000',
          end_to_end_id: 'E1',
          receipt_url: 'https://bank.example/1',
          paid_at: time(95),
        }),
      );
  });
});

test.each([
  'PayoutDeferred',
  'PayoutHeld',
  'PayoutReleased',
  'PayoutDecisionProposed',
  'PayoutProposalWithdrawn',
  'PayoutDecided',
  'ReturnResolved',
] as const)('%s is for operators, and is not a step for the user', (type) =>
  given(processing)
    .when(recorded(type, {}, later))
    .unchanged());

test.each([
  ['PayoutRequested', { attempt: 2 }],
  ['PayoutRejected', { code: 'KEY_NOT_FOUND' }],
] as const)('%s of a second payment keeps the completion', (type, data) => {
  const done = { ...processing, status: 'COMPLETED' as const };
  given(done)
    .when(recorded(type, data, later))
    .thenRows(next(done, type));
});

test('PayoutSettled of a second payment replaces the ids, also in the receipt', () => {
  const first = { provider_id: 'sbx_1', end_to_end_id: 'E1', completed_at: time(95) } as const;
  const done = { ...processing, ...first, status: 'COMPLETED' as const, deposits: [{ txHash: '0xd1' }] };
  given(done)
    .when(recorded('PayoutSettled', { providerId: 'sbx_2', endToEndId: 'E2', settledAt: time(400) }, later))
    .thenRows(
      next(done, 'PayoutSettled', { provider_id: 'sbx_2', end_to_end_id: 'E2' }),
      row(receipts, {
        ...{ intent_id: 'cid1', user_id: 'u1', partner_id: 'p1', mode: 'sandbox', network: 'ethereum' },
        ...{ tx_hash: '0xd1', payout_kind: 'PIX_BRCODE', destination_masked: '***@x.example' },
        ...{ amount_cents: '15000', end_to_end_id: 'E2', receipt_url: null, paid_at: time(400) },
      }),
    );
});

test('GiftCardRevealed is a step in the timeline, and changes no other column', () =>
  given(processing)
    .when(recorded('GiftCardRevealed', {}, later))
    .thenRows(next(processing, 'GiftCardRevealed')));

test('CashoutFailed is FAILED, and names the reason', () =>
  given(processing)
    .when(recorded('CashoutFailed', {}, later))
    .thenRows(next(processing, 'CashoutFailed', { status: 'FAILED', reason_code: 'KEY_NOT_FOUND' })));

describe('RefundDue', () => {
  const refund = { to: '0xbb', reason: 'PAYOUT_FAILED', dueAt: time(85) };
  test('names the amount, the receiver and the reason', () =>
    given(processing)
      .when(recorded('RefundDue', {}, later))
      .thenRows(next(processing, 'RefundDue', { refund: { ...refund, amountBaseUnits: '25000000' } })));
  test('adds to an owed surplus', () => {
    const surplus = { amountBaseUnits: '1', to: '0xbb', reason: 'SURPLUS', dueAt: time(80) };
    const overpaid = { ...processing, refund: surplus };
    given(overpaid)
      .when(recorded('RefundDue', {}, later))
      .thenRows(next(overpaid, 'RefundDue', { refund: { ...refund, amountBaseUnits: '25000001' } }));
  });
});

describe('RefundRecorded', () => {
  const transfer = {
    ...{ txHash: REFUND_TXID, amountBaseUnits: '25000000', to: '0xbb' },
    ...{ transferredAt: time(93_900), recordedAt: time(94_000) },
  };
  test('names the transfer of the refund', () =>
    given(processing)
      .when(recorded('RefundRecorded', {}, later))
      .thenRows(next(processing, 'RefundRecorded', { refunded: [transfer] })));
  test('adds the transfer of a second due', () => {
    const once = { ...processing, refunded: [transfer] };
    given(once)
      .when(recorded('RefundRecorded', { txid: 'another', dues: [2] }, later))
      .thenRows(next(once, 'RefundRecorded', { refunded: [transfer, { ...transfer, txHash: 'another' }] }));
  });
});

test('CashoutCompleted of an unknown intent changes no row', () =>
  givenRows(cashoutIntentsProjection).when(recorded('CashoutCompleted')).unchanged());

test('StreamClosed keeps the last known row', () =>
  given(processing)
    .when(recorded('StreamClosed', {}, later))
    .unchanged());
