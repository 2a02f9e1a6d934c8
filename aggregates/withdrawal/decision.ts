import type { WithdrawProposal } from '../payout/commands';
import { DECIDED_UNPAID, UNDECIDED_MS, withdrawnBy } from '../payout/trouble';
import { rejection } from '../rejection';
import type { DecideRedemption, SettleOutside } from './commands';
import type { FoundDebit, RedemptionDecided, RedemptionDecisionProposed, WithdrawalEvent } from './events';
import { decidePayout } from './payout-phase';
import { fail } from './redemption-phase';
import type { Proposal, WithdrawalFacts, WithdrawalState } from './state';
import { mustBeUndone, undone } from './undone';

type Open = Extract<WithdrawalState, { readonly status: 'REDEEMING' | 'PAYING' | 'FAILED' | 'UNPAID' }>;
type Redeeming = Extract<Open, { readonly status: 'REDEEMING' }>;
type Failed = Extract<Open, { readonly status: 'FAILED' }>;
type Unpaid = Extract<Open, { readonly status: 'UNPAID' }>;

const hasFailed = ({ status }: WithdrawalState): boolean => status === 'FAILED' || status === 'UNPAID';

const isOpen = (state: WithdrawalState): state is Open =>
  state.status === 'REDEEMING' || state.status === 'PAYING' || hasFailed(state);

interface Question {
  readonly redemptionKey: string;
  readonly proposal: Proposal | null;
}

const NO_CONTRADICTION = 'The provider has not contradicted itself about the debit of this withdrawal';

const questionIn = (state: Open, command: DecideRedemption): Question => {
  if (state.status === 'FAILED') return afterFailure(state);
  if (state.status === 'UNPAID') return afterUndone(state, command);
  if (state.status === 'PAYING') {
    mustBeUndone(state, command);
    return { redemptionKey: command.redemptionKey, proposal: state.proposal ?? null };
  }
  const { facts, redemption } = state;
  const { proposal = null } = redemption;
  if (redemption.phase === 'NONE') {
    mustHaveStopped(state, command);
    return { redemptionKey: command.redemptionKey, proposal };
  }
  const { redemptionKey, sendings, contradictions } = redemption;
  if (contradictions.length === 0) mustHaveWaited(sendings.at(-1)?.sentAt ?? facts.requestedAt, command.now);
  return { redemptionKey, proposal };
};

const afterFailure = ({ redemptionKey, contradictions, proposal }: Failed): Question => {
  if (redemptionKey === null || contradictions.length === 0) throw rejection('WRONG_STATE', NO_CONTRADICTION);
  return { redemptionKey, proposal: proposal ?? null };
};

/** A debit that appears later is decided again. Without its redemption only operators can report it. */
const afterUndone = (
  { undoneKey, doubts = [], proposal }: Unpaid,
  { debited, isRedemptionGone }: DecideRedemption,
): Question => {
  const isTold = doubts.length > 0 || (debited !== null && isRedemptionGone);
  if (undoneKey === undefined || !isTold) throw rejection('WRONG_STATE', NO_CONTRADICTION);
  return { redemptionKey: undoneKey, proposal: proposal ?? null };
};

const mustHaveStopped = (
  { facts, hold, isDebitHeld }: Redeeming,
  { debited, isRedemptionGone, now }: DecideRedemption,
): void => {
  const { requestedAt } = facts;
  // The log may have lost the sending of a debit.
  if (isDebitHeld === true && hold?.lostSince !== undefined) mustHaveWaited(hold.heldAt ?? requestedAt, now);
  else if (debited !== null)
    throw rejection('WRONG_STATE', 'No debit order of this withdrawal could have taken this amount');
  else if (!isRedemptionGone) mustHaveWaited(requestedAt, now);
};

/** Before this time the withdrawal may continue by itself. */
const mustHaveWaited = (since: string, now: string): void => {
  if (Date.parse(now) >= Date.parse(since) + UNDECIDED_MS) return;
  throw rejection(
    'WRONG_STATE',
    `${NO_CONTRADICTION}. The withdrawal waits since ${since}; operators can decide it 2 h later`,
  );
};

/** Two operators report the same fate of the debit. The withdrawal fails either way; a found debit is owed back. */
export const decideRedemption = (state: WithdrawalState, command: DecideRedemption): readonly WithdrawalEvent[] => {
  if (!isOpen(state)) throw rejection('WRONG_STATE', NO_CONTRADICTION);
  const { redemptionKey, proposal } = questionIn(state, command);
  const about = { withdrawId: state.facts.withdrawId, redemptionKey, debited: command.debited };
  return agreedOn(about, proposal, command).flatMap((event) =>
    event.type === 'RedemptionDecided' ? [event, ...endsOf(state, event.data)] : [event],
  );
};

/** Settles a withdrawal whose settled debit is missing: it keeps its status, and its doubts end. */
export const settleOutside = (state: WithdrawalState, command: SettleOutside): readonly WithdrawalEvent[] => {
  if (!('payout' in state) || (state.doubts ?? []).length === 0)
    throw rejection('WRONG_STATE', 'This withdrawal has no settled debit in doubt');
  const { redemptionKey, settledBy } = command;
  const about = { withdrawId: state.facts.withdrawId, redemptionKey, debited: null, settledBy };
  return agreedOn(about, state.proposal ?? null, command);
};

type Agreement = Extract<WithdrawalEvent, { readonly type: 'RedemptionDecisionProposed' | 'RedemptionDecided' }>;

const agreedOn = (
  about: Omit<RedemptionDecisionProposed, 'proposedBy' | 'proposedAt'>,
  proposal: Proposal | null,
  { by, mayPropose, now }: Pick<DecideRedemption, 'by' | 'mayPropose' | 'now'>,
): readonly Agreement[] => {
  if (proposal === null || !isSame(proposal.debited, about.debited) || proposal.settledBy !== about.settledBy) {
    if (!mayPropose)
      throw rejection('WRONG_STATE', 'No operator has proposed this end. An approver can only confirm a proposal');
    return [{ type: 'RedemptionDecisionProposed', data: { ...about, proposedBy: by, proposedAt: now } }];
  }
  const { proposedBy } = proposal;
  if (proposedBy === by) return [];
  return [{ type: 'RedemptionDecided', data: { ...about, proposedBy, decidedBy: by, decidedAt: now } }];
};

const isSame = (one: FoundDebit | null, other: FoundDebit | null): boolean =>
  one?.txid === other?.txid && one?.assetId === other?.assetId && one?.amountBaseUnits === other?.amountBaseUnits;

const MESSAGE = 'Decided by operators';

const endsOf = (state: Open, { redemptionKey, debited, decidedAt }: RedemptionDecided): readonly WithdrawalEvent[] => {
  const { facts } = state;
  const isOwed = debited !== null;
  const end = hasFailed(state) ? [] : [failed(facts, isOwed, decidedAt)];
  if (isOwed) return [...end, refundDue(facts, debited, decidedAt)];
  // The redemption fails too, unless it had settled the debit.
  if (state.status !== 'REDEEMING') return end;
  return fail(facts, { redemptionKey, code: DECIDED_UNPAID, message: MESSAGE }, decidedAt);
};

const failed = (
  { withdrawId, externalUserId }: WithdrawalFacts,
  isOwed: boolean,
  failedAt: string,
): WithdrawalEvent => {
  const ours = externalUserId === undefined ? {} : { externalUserId };
  const why = { reasonCode: DECIDED_UNPAID, reason: MESSAGE, refundDue: isOwed };
  return { type: 'WithdrawalFailed', data: { withdrawId, ...why, ...ours, failedAt } };
};

const refundDue = (
  { withdrawId, network, wallet: to }: WithdrawalFacts,
  { assetId, amountBaseUnits }: FoundDebit,
  dueAt: string,
): WithdrawalEvent => ({
  type: 'RefundDue',
  data: { withdrawId, network, assetId, amountBaseUnits, to, reason: 'PAYOUT_FAILED', dueAt },
});

export const afterProposal = (
  state: WithdrawalState,
  { debited, proposedBy, settledBy }: RedemptionDecisionProposed,
): WithdrawalState => {
  const proposal = { debited, proposedBy, ...(settledBy === undefined ? {} : { settledBy }) };
  if (state.status === 'FAILED' || 'payout' in state) return { ...state, proposal };
  if (state.status !== 'REDEEMING') return state;
  return { ...state, redemption: { ...state.redemption, proposal } };
};

export const withdrawProposal = (state: WithdrawalState, command: WithdrawProposal): readonly WithdrawalEvent[] => {
  const { proposedBy } = proposalIn(state) ?? {};
  if (!('facts' in state) || proposedBy === undefined) return decidePayout(state, command);
  const data = { withdrawId: state.facts.withdrawId, ...withdrawnBy(proposedBy, command) };
  return [{ type: 'RedemptionProposalWithdrawn', data }, ...decidePayout(state, command)];
};

const proposalIn = (state: WithdrawalState): Proposal | undefined => {
  if (state.status === 'REDEEMING') return state.redemption.proposal;
  return 'facts' in state ? state.proposal : undefined;
};

export const afterWithdrawal = (state: WithdrawalState): WithdrawalState => {
  if (state.status === 'REDEEMING') {
    const { proposal: _withdrawn, ...redemption } = state.redemption;
    return { ...state, redemption };
  }
  if (!('facts' in state)) return state;
  const { proposal: _withdrawn, ...rest } = state;
  return rest;
};

export const afterDecision = (state: WithdrawalState, decided: RedemptionDecided): WithdrawalState => {
  const { debited, settledBy } = decided;
  if (debited !== null && isOpen(state)) return afterFound(state, debited);
  if (state.status === 'PAYING' && settledBy === undefined) return undone(state, decided);
  if ('payout' in state) {
    const { doubts: _settled, proposal: _agreed, ...sound } = state;
    return sound;
  }
  if (!isOpen(state)) return state;
  const { facts } = state;
  if (state.status === 'REDEEMING') return state;
  return { status: 'FAILED', facts, redemptionKey: state.redemptionKey, contradictions: [] };
};

const afterFound = (state: Open, { txid: debitId, amountBaseUnits }: FoundDebit): WithdrawalState => {
  const { facts } = state;
  const hold = state.status === 'REDEEMING' ? state.hold : {};
  const payout = 'payout' in state ? state.payout : ({ phase: 'FAILED', contradictions: [], ...hold } as const);
  return { status: 'UNPAID', facts, debit: { debitId, amountBaseUnits }, isFound: true, payout };
};
