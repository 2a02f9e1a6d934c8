import type { LedgerEvent } from '../../aggregates/events';
import { memoryRows } from '../../packages/testing/src/ledger/memory/memory-rows';
import { event, recordAll } from '../../packages/testing/src/samples/sample-events';
import { debit as sampleDebit } from '../../packages/testing/src/samples/sample-withdrawal-data';
import { reconciliation } from '../../projections/reconciliation';
import { claimedTransactions } from '../../read-models/matching/claimed-transactions';
import { reconciliationHolds } from '../../read-models/matching/reconciliation-holds';
import { reconciliationIntents } from '../../read-models/matching/reconciliation-intents';
import { reconciliationProposals } from '../../read-models/matching/reconciliation-proposals';

// The transaction of a withdrawal's debit is never a deposit, even at a watched address.

const txid = '0xd1';
const depositId = 'ethereum:0xd1:0';
const sent = event('RedemptionSent', { txid });
const settled = event('PeggedDebitSettled', { debit: { ...sampleDebit, txid, debitId: depositId } });

const projectedFrom = (...events: readonly LedgerEvent[]) => {
  const rows = memoryRows(reconciliation);
  recordAll([event('CashoutIntentCreated'), ...events]).forEach(rows.apply);
  return {
    proposals: rows.all(reconciliationProposals).map(({ verdict }) => verdict),
    held: rows.all(reconciliationHolds).length,
    paidBy: rows.all(reconciliationIntents)[0]?.proposed_deposit,
    claimed: rows.all(claimedTransactions),
  };
};
const NOBODYS = { proposals: [], held: 0, paidBy: null };

test('proposes the same movement for the intent of its memo without a claim', () => {
  expect(projectedFrom(event('DepositObserved'))).toMatchObject({ held: 1 });
  expect(projectedFrom(event('DepositFinalised'))).toMatchObject({ proposals: ['MATCH'], paidBy: depositId });
});

test('claims a transaction before its broadcast', () => {
  expect(projectedFrom(sent).claimed).toEqual([{ transaction_id: 'ethereum 0xd1', withdraw_id: 'wd1' }]);
});

test('neither holds nor pays an intent by a claimed movement', () => {
  expect(projectedFrom(sent, event('DepositObserved'))).toMatchObject(NOBODYS);
  expect(projectedFrom(sent, event('DepositFinalised'))).toMatchObject(NOBODYS);
  expect(projectedFrom(sent, event('DepositObserved'), event('DepositFinalised'))).toMatchObject(NOBODYS);
});

test('proposes no claimed movement for the inbox, also without a memo', () => {
  const stray = event('DepositFinalised', { memos: [] });
  expect(projectedFrom(stray)).toMatchObject({ proposals: ['UNMATCHED'] });
  expect(projectedFrom(sent, stray)).toMatchObject(NOBODYS);
});

test('claims both the first transaction and its replacement', () => {
  const replaced = event('RedemptionSent', { txid: '0xd2' });
  expect(projectedFrom(sent, replaced, event('DepositFinalised', { memos: [] }))).toMatchObject(NOBODYS);
  const second = event('DepositFinalised', { txid: '0xd2', depositId: 'ethereum:0xd2:0', memos: [] });
  expect(projectedFrom(sent, replaced, second)).toMatchObject(NOBODYS);
});

test('claims no transaction of another network or hash', () => {
  const elsewhere = event('DepositFinalised', { network: 'polygon', depositId: 'polygon:0xd1:0' });
  expect(projectedFrom(sent, elsewhere)).toMatchObject({ proposals: ['UNMATCHED'] });
  expect(projectedFrom(event('RedemptionSent', { txid: '0xd2' }), event('DepositFinalised'))).toMatchObject({
    proposals: ['MATCH'],
  });
});

describe('a redemption that reports its transaction only at its end', () => {
  const silent = event('RedemptionSent', { txid: null, nonce: null, order: null });

  test('claims no transaction when it is sent', () => expect(projectedFrom(silent).claimed).toEqual([]));
  test('claims its transaction when it is settled', () =>
    expect(projectedFrom(silent, settled, event('DepositFinalised'))).toMatchObject(NOBODYS));
  test('removes the proposal that was made meanwhile', () =>
    expect(projectedFrom(silent, event('DepositFinalised', { memos: [] }), settled)).toMatchObject(NOBODYS));
});

test('keeps the claim when the stream of the withdrawal is closed', () => {
  const closed = event('StreamClosed', { stream: 'withdrawal-wd1' });
  expect(projectedFrom(sent, closed, event('DepositFinalised', { memos: [] }))).toMatchObject(NOBODYS);
});
