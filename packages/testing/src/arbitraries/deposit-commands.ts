import fc from 'fast-check';
import type { Approval, DepositCommand, Word } from '../../../../aggregates/deposit/commands';
import type { Assignment, DepositRefund, UnmatchedReason } from '../../../../aggregates/deposit/events';
import type { PayableIntent } from '../../../../aggregates/deposit/matching';
import { intentCreated, movement, time } from '../samples/sample-data';
import { event } from '../samples/sample-events';
import { along, at, many, one, reason } from './parts';

const moved = fc.record({ blockHash: fc.constantFrom('0xb1', '0xb2'), amountBaseUnits: fc.constantFrom('1', '2') });
const depositId = fc.constant('ethereum:0xd1:0');
const intentId = fc.constantFrom('cid1', 'cid2');
const unmatchedReason = fc.constantFrom<UnmatchedReason>('INTENT_CLOSED', 'UNDERPAID', 'DUPLICATE');

const payable = fc
  .record({
    intentId,
    amountBaseUnits: fc.constantFrom('1', '2'),
    status: fc.constantFrom<PayableIntent['status'][]>('PENDING', 'PENDING', 'ACCEPTED', 'EXPIRED'),
  })
  .map((facts): PayableIntent => ({ ...intentCreated, ...facts }));

/** An assignment by an operator, named or without a name. */
export const assignment = fc.record<Assignment>({
  operator: fc.constantFrom('ana', 'bob', ''),
  reason,
  setAside: fc.subarray(['MEMO', 'RECEIVER', 'BLOCK_TIME', 'AMBIGUITY', 'UNSUPPORTED_TRANSFER']),
});

const word = fc.record<Word>({ operator: fc.constantFrom('ana', 'bob', ''), reason });
const refund = fc.record<DepositRefund>({ txid: fc.constantFrom('0xe1', '0xe2'), to: fc.constantFrom('0xbb', '0xcc') });
const approval = fc.record<Approval>({
  ...{ needsTwo: fc.boolean(), isNamed: fc.constantFrom(true, true, false), mayPropose: fc.constantFrom(true, false) },
});

const anyDepositCommands = many<DepositCommand>(
  fc.record({
    type: fc.constantFrom('ObserveDeposit' as const, 'FinaliseDeposit' as const),
    movement: moved.map((changes) => ({ ...movement, ...changes })),
    now: at,
  }),
  fc.record({ type: fc.constant('RevertDeposit' as const), depositId, reason, now: at }),
  fc.record({
    type: fc.constant('ClaimDeposit' as const),
    depositId,
    intentId,
    intent: fc.option(payable, { nil: null }),
    by: fc.constant('matcher'),
    now: at,
  }),
  fc.record({
    ...{ type: fc.constant('AssignDeposit' as const), depositId, intent: payable, assignment, now: at },
    approval,
  }),
  fc.record({ type: fc.constant('WriteOffDeposit' as const), depositId, word, approval, now: at }),
  fc.record({ type: fc.constant('RefundDeposit' as const), depositId, refund, word, approval, now: at }),
  fc.record({ type: fc.constant('WithdrawProposal' as const), depositId, word, now: at }),
  fc.record({ type: fc.constant('MatchDeposit' as const), depositId, intentId, now: at }),
  fc.record({
    type: fc.constant('ReleaseDeposit' as const),
    ...{ depositId, intentId, reason: unmatchedReason, inTime: fc.boolean() },
    now: at,
  }),
  one({ type: 'LeaveUnmatched', verdict: event('DepositUnmatched').data }),
);

const MATCHED: readonly DepositCommand[] = [
  { type: 'ObserveDeposit', movement, now: time(62) },
  { type: 'FinaliseDeposit', movement, now: time(79) },
  {
    ...{ type: 'ClaimDeposit', depositId: 'ethereum:0xd1:0', intentId: 'cid1', by: 'matcher', now: time(80) },
    intent: { ...intentCreated, status: 'PENDING' },
  },
  { type: 'MatchDeposit', depositId: 'ethereum:0xd1:0', intentId: 'cid1', now: time(81) },
];

const TWO: Approval = { needsTwo: true, isNamed: true, mayPropose: true };
const writeOffBy = (operator: string, second: number): DepositCommand => ({
  ...{ type: 'WriteOffDeposit', depositId: 'ethereum:0xd1:0', word: { operator, reason: 'no owner' } },
  ...{ approval: TWO, now: time(second) },
});

const WRITTEN_OFF: readonly DepositCommand[] = [
  { type: 'FinaliseDeposit', movement, now: time(79) },
  { type: 'LeaveUnmatched', verdict: event('DepositUnmatched').data },
  writeOffBy('ana', 90),
  writeOffBy('bob', 91),
];

const REFUNDED: readonly DepositCommand[] = [
  { type: 'FinaliseDeposit', movement, now: time(79) },
  { type: 'LeaveUnmatched', verdict: event('DepositUnmatched').data },
  {
    ...{ type: 'RefundDeposit', depositId: 'ethereum:0xd1:0', refund: { txid: '0xe1', to: movement.sender } },
    ...{ word: { operator: 'ana', reason: 'no owner' }, now: time(90) },
  },
];

/** Some begin on the road of a deposit that pays an intent, of one that two operators write off, or that is given back. */
export const depositCommands = along([MATCHED, WRITTEN_OFF, REFUNDED], anyDepositCommands);
