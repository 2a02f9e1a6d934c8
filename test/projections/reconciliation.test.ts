import { createHash } from 'node:crypto';
import type { Recorded } from '../../aggregates/events';
import { time } from '../../packages/testing/src/samples/sample-data';
import { event, recorded } from '../../packages/testing/src/samples/sample-events';
import { reconciliation } from '../../projections/reconciliation';
import { claimedTransactions } from '../../read-models/matching/claimed-transactions';
import { networkWatermarks } from '../../read-models/matching/network-watermarks';
import { reconciliationHolds } from '../../read-models/matching/reconciliation-holds';
import { type ReconciliationIntentRow, reconciliationIntents } from '../../read-models/matching/reconciliation-intents';
import {
  type ReconciliationProposalRow,
  reconciliationProposals,
} from '../../read-models/matching/reconciliation-proposals';
import { expectEveryRow } from '../every-row';
import { givenRows, row } from '../given';

const hashOf = (memo: string): string => createHash('sha256').update(memo, 'utf8').digest('hex');
const depositId = 'ethereum:0xd1:0';

const pending: ReconciliationIntentRow = {
  memo_hash: hashOf('lastro:cid1'),
  intent_id: 'cid1',
  memo: 'lastro:cid1',
  partner_id: 'p1',
  mode: 'sandbox',
  network: 'ethereum',
  asset_id: 201,
  amount_base_units: '25000000',
  receiver: '0xaa',
  status: 'PENDING',
  created_at: time(10),
  expires_at: time(300),
  tolerance_seconds: 30,
  hold_count: 0,
  held_at: null,
  proposed_deposit: null,
};
const proposal: ReconciliationProposalRow = {
  deposit_id: depositId,
  verdict: 'MATCH',
  intent_id: 'cid1',
  reason: null,
  candidates: [],
  in_time: false,
  rule_version: 2,
  cause_event_id: 'id-DepositFinalised',
  proposed_at: time(500),
};

const intent = (columns: Partial<ReconciliationIntentRow> = {}) =>
  row(reconciliationIntents, { ...pending, ...columns });
const proposed = (columns: Partial<ReconciliationProposalRow> = {}) =>
  row(reconciliationProposals, { ...proposal, ...columns });
const held = (memo = 'lastro:cid1', intent_id = 'cid1') =>
  row(reconciliationHolds, {
    hold_id: `${hashOf(memo)} ${depositId}`,
    memo_hash: hashOf(memo),
    intent_id,
    deposit_id: depositId,
    since: time(61),
    until: null,
  });
const given = (columns: Partial<ReconciliationIntentRow> = {}) => givenRows(reconciliation, intent(columns));

const IGNORED = [
  ...(['PayoutRequested', 'PayoutDispatched', 'PayoutOutcomeUnknown', 'PayoutRejected', 'PayoutSettled'] as const),
  ...(['PayoutDeferred', 'PayoutReturned', 'PayoutContradicted', 'PayoutProposalWithdrawn', 'DepositClaimed'] as const),
  ...(['DepositResolutionProposed', 'DepositProposalWithdrawn', 'DepositWrittenOff', 'DepositRefunded'] as const),
  ...(['PayoutHeld', 'PayoutReleased', 'PayoutDecisionProposed', 'PayoutDecided', 'ReturnResolved'] as const),
  ...(['BalanceReserved', 'BalanceCaptured', 'BalanceReleased', 'WithdrawalRequested', 'WithdrawalAbandoned'] as const),
  ...(['RedemptionUnknown', 'RedemptionSettled', 'RedemptionFailed', 'RedemptionContradicted'] as const),
  ...(['RedemptionDecisionProposed', 'RedemptionDecided', 'WithdrawalCompleted', 'WithdrawalFailed'] as const),
  ...(['GiftCardRevealed', 'CashoutCompleted', 'CashoutFailed', 'RefundDue', 'RefundRecorded'] as const),
  ...(['FinalityQuestioned', 'FinalityReaffirmed', 'FinalityViolated', 'FinalityAccepted'] as const),
  ...(['DepositsLost', 'DepositGivenUp', 'GivenUpJudged', 'TransactionGivenUp'] as const),
  ...(['GapSeen', 'GapAccepted', 'AssetHalted', 'AssetResumed', 'RedemptionProposalWithdrawn'] as const),
];

test('changes no row at an event of neither a deposit nor an intent', () =>
  expectEveryRow(IGNORED, String, (type) =>
    givenRows(reconciliation, intent(), proposed()).when(recorded(type)).unchanged(),
  ));

test.each(['RedemptionSent', 'PeggedDebitSettled'] as const)('%s claims its transaction', (type) =>
  given()
    .when(recorded(type))
    .thenRows(intent(), row(claimedTransactions, { transaction_id: 'ethereum 0xe1', withdraw_id: 'wd1' })));

describe('CashoutIntentCreated', () => {
  test('keeps the memo, by its bytes and by its hash', () =>
    givenRows(reconciliation).when(recorded('CashoutIntentCreated')).thenRows(intent()));
  test('makes another row for another memo', () =>
    given()
      .when(recorded('CashoutIntentCreated', { intentId: 'cid2', memo: 'lastro:cid2' }))
      .thenRows(intent(), intent({ intent_id: 'cid2', memo: 'lastro:cid2', memo_hash: hashOf('lastro:cid2') })));
});

test('DepositAccepted closes the intent for every other deposit', () =>
  given()
    .when(recorded('DepositAccepted'))
    .thenRows(intent({ status: 'ACCEPTED' })));
test('CashoutExpired closes it', () =>
  given()
    .when(recorded('CashoutExpired'))
    .thenRows(intent({ status: 'EXPIRED' })));

test('ExpiryHeld is recorded, and reported once', () =>
  given({ hold_count: 1 })
    .when(recorded('ExpiryHeld'))
    .thenRows(intent({ hold_count: 1, held_at: time(86_731) })));

describe('StreamClosed', () => {
  const ofDeposit = { stream: `deposit-${depositId}`, depositId } as const;
  test('closes a payment: no deposit is proposed for it, and it never expires', () =>
    given()
      .when(recorded('StreamClosed'))
      .thenRows(intent({ status: 'CLOSED' })));
  test.each(['ACCEPTED', 'EXPIRED'] as const)('changes no row of a payment that is %s', (status) =>
    given({ status }).when(recorded('StreamClosed')).unchanged());
  test('ends the hold and the proposal of a deposit', () => {
    givenRows(reconciliation, intent({ hold_count: 1 }), held())
      .when(recorded('StreamClosed', ofDeposit))
      .thenRows(intent());
    givenRows(reconciliation, intent({ proposed_deposit: depositId }), proposed())
      .when(recorded('StreamClosed', ofDeposit))
      .thenRows(intent());
  });
});

describe('DepositObserved', () => {
  test('holds the expiry when the rule would accept the deposit', () =>
    given()
      .when(recorded('DepositObserved'))
      .thenRows(intent({ hold_count: 1 }), held()));
  test('holds the expiry once, also when it repeats', () =>
    givenRows(reconciliation, intent({ hold_count: 1 }), held())
      .when(recorded('DepositObserved'))
      .unchanged());
});

describe('DepositReverted', () => {
  test('ends the hold of the expiry', () =>
    givenRows(reconciliation, intent({ hold_count: 2 }), held())
      .when(recorded('DepositReverted'))
      .thenRows(intent({ hold_count: 1 })));
  test('removes its proposal when it was final', () =>
    givenRows(reconciliation, intent({ proposed_deposit: depositId }), proposed())
      .when(recorded('DepositReverted'))
      .thenRows(intent()));
  test('keeps the proposal of another deposit', () =>
    given({ proposed_deposit: 'ethereum:0xd0:0' }).when(recorded('DepositReverted')).unchanged());
});

test('DepositReverted of a final deposit removes its proposal', () =>
  givenRows(reconciliation, intent({ proposed_deposit: depositId }), proposed())
    .when(recorded('DepositReverted'))
    .thenRows(intent()));

describe('DepositFinalised', () => {
  test('is proposed for the intent of its memo, and delays this intent’s expiry', () =>
    givenRows(reconciliation, intent({ hold_count: 1 }), held())
      .when(recorded('DepositFinalised'))
      .thenRows(intent({ proposed_deposit: depositId }), proposed()));

  test('is no duplicate of itself when it repeats', () =>
    given({ proposed_deposit: depositId })
      .when(recorded('DepositFinalised'))
      .thenRows(intent({ proposed_deposit: depositId }), proposed()));

  test('is a duplicate when a first one is still proposed', () =>
    given({ proposed_deposit: 'ethereum:0xd0:0' })
      .when(recorded('DepositFinalised'))
      .thenRows(
        intent({ proposed_deposit: 'ethereum:0xd0:0' }),
        proposed({
          verdict: 'UNMATCHED',
          intent_id: null,
          reason: 'DUPLICATE',
          candidates: [{ intentId: 'cid1', reason: 'DUPLICATE' }],
        }),
      ));

  test('is proposed for the inbox when it does not match, and ends its hold', () =>
    givenRows(reconciliation, intent({ hold_count: 1, status: 'EXPIRED' }), held())
      .when(recorded('DepositFinalised'))
      .thenRows(
        intent({ status: 'EXPIRED' }),
        proposed({
          verdict: 'UNMATCHED',
          intent_id: null,
          reason: 'INTENT_CLOSED',
          candidates: [{ intentId: 'cid1', reason: 'INTENT_CLOSED' }],
          in_time: true,
        }),
      ));

  test.each([
    ['a space before', ' lastro:cid1'],
    ['a space after', 'lastro:cid1 '],
    ['a line break', 'lastro:cid1\n'],
    ['a zero byte', 'lastro:cid1\0'],
    ['upper case', 'LASTRO:cid1'],
    ['upper case in the id', 'lastro:CID1'],
    ['another delimiter', 'lastro/cid1'],
    ['something more', 'lastro:cid12'],
    ['something less', 'lastro:cid'],
    ['another prefix', 'lastro2:cid1'],
    ['a full-width letter', 'lastro:cid１'],
    ['the decomposed form', 'lastro:cid1\u0301'],
  ])('compares memos byte for byte: %s is unknown', (_name, memo) =>
    given()
      .when(recorded('DepositFinalised', { memos: [memo] }))
      .thenRows(intent(), proposed({ verdict: 'UNMATCHED', intent_id: null, reason: 'UNKNOWN_MEMO' })));

  test('accepts the hash of a memo as the memo', () =>
    given()
      .when(recorded('DepositFinalised', { memos: [`sha256:${hashOf('lastro:cid1')}`] }))
      .thenRows(intent({ proposed_deposit: depositId }), proposed()));
});

test('DepositMatched removes the proposal', () =>
  givenRows(reconciliation, intent({ proposed_deposit: depositId }), proposed())
    .when(recorded('DepositMatched'))
    .thenRows(intent({ proposed_deposit: depositId })));

describe.each(['DepositReleased', 'DepositUnmatched'] as const)('%s', (type) => {
  test('removes the proposal, and the intent waits no more', () =>
    givenRows(reconciliation, intent({ proposed_deposit: depositId }), proposed())
      .when(recorded(type))
      .thenRows(intent()));
  test('keeps the proposal of another deposit', () =>
    givenRows(reconciliation, intent({ proposed_deposit: 'ethereum:0xd0:0' }), proposed())
      .when(recorded(type))
      .thenRows(intent({ proposed_deposit: 'ethereum:0xd0:0' })));
  test('removes the proposal also without memos, as in an old event', () => {
    const { memos: _memos, ...data } = event(type).data;
    const old = { ...recorded(type), data } as Recorded;
    givenRows(reconciliation, intent({ proposed_deposit: depositId }), proposed())
      .when(old)
      .thenRows(intent({ proposed_deposit: depositId }));
  });
});

describe('WatermarkReached', () => {
  const reached = (seconds: number) => row(networkWatermarks, { network: 'ethereum', time: time(seconds) });
  test('records how far the network is known', () =>
    givenRows(reconciliation).when(recorded('WatermarkReached')).thenRows(reached(331)));
  test('advances', () =>
    givenRows(reconciliation, reached(300)).when(recorded('WatermarkReached')).thenRows(reached(331)));
});
