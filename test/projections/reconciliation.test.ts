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
  ...(['PayoutDeferred', 'PayoutReturned', 'PayoutContradicted', 'DepositClaimed'] as const),
  ...(['DepositResolutionProposed', 'DepositProposalWithdrawn', 'DepositWrittenOff', 'DepositRefunded'] as const),
  ...(['PayoutHeld', 'PayoutReleased', 'PayoutDecisionProposed', 'PayoutDecided', 'ReturnResolved'] as const),
  ...(['BalanceReserved', 'BalanceCaptured', 'BalanceReleased', 'WithdrawalRequested', 'WithdrawalAbandoned'] as const),
  ...(['RedemptionUnknown', 'RedemptionSettled', 'RedemptionFailed', 'RedemptionContradicted'] as const),
  ...(['RedemptionDecisionProposed', 'RedemptionDecided', 'WithdrawalCompleted', 'WithdrawalFailed'] as const),
  ...(['GiftCardRevealed', 'CashoutCompleted', 'CashoutFailed', 'RefundDue', 'RefundRecorded'] as const),
  ...(['FinalityQuestioned', 'FinalityReaffirmed', 'FinalityViolated', 'FinalityAccepted'] as const),
  ...(['DepositsLost', 'DepositGivenUp', 'GivenUpJudged', 'TransactionGivenUp'] as const),
  ...(['GapSeen', 'GapAccepted', 'AssetHalted', 'AssetResumed'] as const),
];

test('an event of no deposit or intent changes nothing', () =>
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
  test('of another memo is another row', () =>
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

test('ExpiryHeld is kept, so that it is told once (A2)', () =>
  given({ hold_count: 1 })
    .when(recorded('ExpiryHeld'))
    .thenRows(intent({ hold_count: 1, held_at: time(86_731) })));

describe('StreamClosed', () => {
  const ofDeposit = { stream: `deposit-${depositId}`, depositId } as const;
  test('of a payment: no deposit is proposed for it, and it never expires', () =>
    given()
      .when(recorded('StreamClosed'))
      .thenRows(intent({ status: 'CLOSED' })));
  test.each(['ACCEPTED', 'EXPIRED'] as const)('of a payment that is %s changes nothing', (status) =>
    given({ status }).when(recorded('StreamClosed')).unchanged());
  test('of a deposit: what it held goes on, and its proposal is taken back', () => {
    givenRows(reconciliation, intent({ hold_count: 1 }), held())
      .when(recorded('StreamClosed', ofDeposit))
      .thenRows(intent());
    givenRows(reconciliation, intent({ proposed_deposit: depositId }), proposed())
      .when(recorded('StreamClosed', ofDeposit))
      .thenRows(intent());
  });
});

describe('DepositObserved', () => {
  test('holds expiry back when the rule would take it', () =>
    given()
      .when(recorded('DepositObserved'))
      .thenRows(intent({ hold_count: 1 }), held()));
  test('once, however often it is seen', () =>
    givenRows(reconciliation, intent({ hold_count: 1 }), held())
      .when(recorded('DepositObserved'))
      .unchanged());
});

describe('DepositReverted', () => {
  test('lets expiry go on', () =>
    givenRows(reconciliation, intent({ hold_count: 2 }), held())
      .when(recorded('DepositReverted'))
      .thenRows(intent({ hold_count: 1 })));
  test('after it was final takes its proposal back', () =>
    givenRows(reconciliation, intent({ proposed_deposit: depositId }), proposed())
      .when(recorded('DepositReverted'))
      .thenRows(intent()));
  test("leaves another deposit's proposal", () =>
    given({ proposed_deposit: 'ethereum:0xd0:0' }).when(recorded('DepositReverted')).unchanged());
});

test('DepositReverted of what was final is proposed no more', () =>
  givenRows(reconciliation, intent({ proposed_deposit: depositId }), proposed())
    .when(recorded('DepositReverted'))
    .thenRows(intent()));

describe('DepositFinalised', () => {
  test('is proposed for the intent whose memo it carries, which waits for the outcome', () =>
    givenRows(reconciliation, intent({ hold_count: 1 }), held())
      .when(recorded('DepositFinalised'))
      .thenRows(intent({ proposed_deposit: depositId }), proposed()));

  test('the same one again is no duplicate of itself', () =>
    given({ proposed_deposit: depositId })
      .when(recorded('DepositFinalised'))
      .thenRows(intent({ proposed_deposit: depositId }), proposed()));

  test('a second one for the same intent is a duplicate, before the first has been carried out', () =>
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

  test('that does not match is proposed for the inbox, and holds nothing back any more', () =>
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
  ])('memos are compared byte for byte: %s is unknown', (_name, memo) =>
    given()
      .when(recorded('DepositFinalised', { memos: [memo] }))
      .thenRows(intent(), proposed({ verdict: 'UNMATCHED', intent_id: null, reason: 'UNKNOWN_MEMO' })));

  test('a chain that carries the hash of the memo carries the memo', () =>
    given()
      .when(recorded('DepositFinalised', { memos: [`sha256:${hashOf('lastro:cid1')}`] }))
      .thenRows(intent({ proposed_deposit: depositId }), proposed()));
});

test('DepositMatched is the end of the proposal', () =>
  givenRows(reconciliation, intent({ proposed_deposit: depositId }), proposed())
    .when(recorded('DepositMatched'))
    .thenRows(intent({ proposed_deposit: depositId })));

describe.each(['DepositReleased', 'DepositUnmatched'] as const)('%s', (type) => {
  test('is the end of the proposal, and the intent waits for it no more', () =>
    givenRows(reconciliation, intent({ proposed_deposit: depositId }), proposed())
      .when(recorded(type))
      .thenRows(intent()));
  test('of another deposit leaves the one that is proposed', () =>
    givenRows(reconciliation, intent({ proposed_deposit: 'ethereum:0xd0:0' }), proposed())
      .when(recorded(type))
      .thenRows(intent({ proposed_deposit: 'ethereum:0xd0:0' })));
  test('of before it told the memos is the end of the proposal', () => {
    const { memos: _memos, ...data } = event(type).data;
    const old = { ...recorded(type), data } as Recorded;
    givenRows(reconciliation, intent({ proposed_deposit: depositId }), proposed())
      .when(old)
      .thenRows(intent({ proposed_deposit: depositId }));
  });
});

describe('WatermarkReached', () => {
  const reached = (seconds: number) => row(networkWatermarks, { network: 'ethereum', time: time(seconds) });
  test('is how far the network is known', () =>
    givenRows(reconciliation).when(recorded('WatermarkReached')).thenRows(reached(331)));
  test('and moves on', () =>
    givenRows(reconciliation, reached(300)).when(recorded('WatermarkReached')).thenRows(reached(331)));
});
