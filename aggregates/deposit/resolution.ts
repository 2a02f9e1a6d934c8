import type { DepositId } from '../chain';
import { isSameTransaction } from '../refund-transfer/refund-transfer';
import { invalidField, rejection } from '../rejection';
import type { Approval, AssignDeposit, DepositCommand, RefundDeposit, Word, WriteOffDeposit } from './commands';
import type { DepositEvent, DepositRefund, DepositResolution, DepositResolutionProposed, FinalDeposit } from './events';
import { refusalOf } from './matching';
import type { DepositState, UnmatchedDeposit } from './state';

const refusal = (message: string) => rejection('WRONG_STATE', message);

const mustBeOpen = (state: DepositState): void => {
  if (state.status === 'WRITTEN_OFF') throw rejection('DEPOSIT_TAKEN', 'The deposit is written off');
  if (state.status === 'REFUNDED') throw rejection('DEPOSIT_TAKEN', `The deposit is refunded by ${state.txid}`);
};

/** Null when this intent has the deposit already. Throws DEPOSIT_TAKEN or WRONG_STATE. */
export const claimable = (state: DepositState, intentId: string): FinalDeposit | null => {
  if (state.status === 'CLAIMED' || state.status === 'MATCHED') {
    if (state.intentId === intentId) return null;
    throw rejection('DEPOSIT_TAKEN', 'The deposit pays another intent');
  }
  mustBeOpen(state);
  if (!('final' in state)) throw refusal('Only a final deposit can be claimed');
  return state.final;
};

const mustBeExplained = ({ operator, reason }: Word): void => {
  if (operator.trim() === '') throw invalidField('operator', 'must name the operator who resolves the deposit');
  if (reason.trim() === '') throw invalidField('reason', 'must state the reason of the resolution');
};

/** The matcher may still use a deposit that it has not checked. */
const mustBeUnmatched: (state: DepositState) => asserts state is UnmatchedDeposit = (state) => {
  mustBeOpen(state);
  if (state.status === 'CLAIMED' || state.status === 'MATCHED') {
    throw rejection('DEPOSIT_TAKEN', 'The deposit pays an intent');
  }
  if (state.status !== 'UNMATCHED') throw refusal('The service has not matched the deposit yet');
};

export const assign = (state: DepositState, command: AssignDeposit): readonly DepositEvent[] => {
  const { depositId, intent, assignment, approval, heldUntil, now } = command;
  mustBeExplained(assignment);
  const { intentId } = intent;
  const final = claimable(state, intentId);
  if (final === null) return [];
  mustBeUnmatched(state);
  const { operator: by, setAside } = assignment;
  const refused = refusalOf(final, intent, setAside);
  if (refused !== null) throw refusal(`The deposit cannot be assigned to this intent: ${refused}`);
  const said = { depositId, resolution: { how: 'ASSIGN', intentId, setAside }, word: assignment, now } as const;
  const hold = heldUntil === undefined ? {} : { memo: intent.memo, heldUntil };
  return byOneOrTwo(state, { ...said, hold }, approval, (first) => [
    {
      type: 'DepositClaimed',
      data: { depositId, intentId, by, assignment: { ...assignment, ...first }, claimedAt: now },
    },
  ]);
};

export const writeOff = (state: DepositState, command: WriteOffDeposit): readonly DepositEvent[] => {
  const { depositId, word, approval, now } = command;
  mustBeExplained(word);
  if (state.status === 'WRITTEN_OFF') return [];
  mustBeUnmatched(state);
  const { assetId, amountBaseUnits } = state.final;
  const { operator, reason } = word;
  return byOneOrTwo(state, { depositId, resolution: { how: 'WRITE_OFF' }, word, now }, approval, (first) => [
    {
      type: 'DepositWrittenOff',
      data: { depositId, assetId, amountBaseUnits, operator, reason, ...first, writtenOffAt: now },
    },
  ]);
};

const isToSender = ({ to, reference }: DepositRefund, { sender, senderReference }: FinalDeposit): boolean =>
  to === sender && reference === senderReference;

const mustBeRefundable = ({ network, txid, isOwn }: FinalDeposit, refunding: string): void => {
  if (isOwn === true) throw refusal('The deposit came from an address of this service: no refund is due');
  if (isSameTransaction(network, txid, refunding))
    throw refusal(`${refunding} is the transaction of the deposit, not a refund`);
};

export const refund = (state: DepositState, command: RefundDeposit): readonly DepositEvent[] => {
  const { depositId, refund: given, word, approval = ALONE, now } = command;
  mustBeExplained(word);
  if (state.status === 'REFUNDED' && isSameTransaction(state.final.network, state.txid, given.txid)) return [];
  mustBeUnmatched(state);
  const { network, assetId, amountBaseUnits } = state.final;
  mustBeRefundable(state.final, given.txid);
  const needsTwo = approval.needsTwo || !isToSender(given, state.final);
  const { operator, reason } = word;
  const said = { depositId, resolution: { how: 'REFUND', ...given }, word, now } as const;
  return byOneOrTwo(state, said, { ...approval, needsTwo }, (first) => [
    {
      type: 'DepositRefunded',
      data: {
        ...{ depositId, network, assetId, amountBaseUnits, ...given },
        ...{ operator, reason, ...first, refundedAt: now },
      },
    },
  ]);
};

export const withdrawProposal = (
  state: DepositState,
  { depositId, word, now }: Extract<DepositCommand, { readonly type: 'WithdrawProposal' }>,
): readonly DepositEvent[] => {
  mustBeExplained(word);
  if (state.status !== 'UNMATCHED' || state.proposal === undefined) return [];
  const { operator: withdrawnBy, reason } = word;
  const { memo } = state.proposal;
  const held = memo === undefined ? {} : { memo };
  return [{ type: 'DepositProposalWithdrawn', data: { depositId, withdrawnBy, reason, ...held, withdrawnAt: now } }];
};

interface Said {
  readonly depositId: DepositId;
  readonly resolution: DepositResolution;
  readonly word: Word;
  readonly hold?: Pick<DepositResolutionProposed, 'memo' | 'heldUntil'>;
  readonly now: string;
}

type First = Partial<Pick<DepositResolutionProposed, 'proposedBy'>>;

const ALONE: Approval = { needsTwo: false, isNamed: false, mayPropose: true };

/** With two operators, the first decision is a proposal at the exact revision of the deposit. */
const byOneOrTwo = (
  { proposal: last }: UnmatchedDeposit,
  said: Said,
  { needsTwo, isNamed, mayPropose }: Approval = ALONE,
  resolve: (first: First) => readonly DepositEvent[],
): readonly DepositEvent[] => {
  const { resolution, word, depositId, hold, now } = said;
  const hasRunOut = last?.heldUntil !== undefined && last.heldUntil <= now;
  const proposal = hasRunOut ? undefined : last;
  if (proposal === undefined) {
    if (!mayPropose) throw refusal('No operator has proposed a resolution. An approver can only confirm a proposal');
    if (!needsTwo) return resolve({});
  }
  if (!isNamed) throw refusal('Two operators with separate keys must decide about this deposit');
  if (proposal === undefined) {
    const { operator: proposedBy, reason } = word;
    const data = { depositId, resolution, proposedBy, reason, ...hold, proposedAt: now };
    return [{ type: 'DepositResolutionProposed', data }];
  }
  return resolve({ proposedBy: firstOf(proposal, said) });
};

const firstOf = ({ resolution, proposedBy }: DepositResolutionProposed, said: Said): string => {
  if (!isSame(resolution, said.resolution)) {
    throw refusal(`${proposedBy} has proposed another resolution: withdraw it first`);
  }
  if (proposedBy === said.word.operator) throw refusal('A second operator must give the same command');
  return proposedBy;
};

/** The terms that two operators must agree on. The obstacles of an assignment follow from deposit and intent. */
const termsOf = (resolution: DepositResolution): readonly (string | undefined)[] => {
  if (resolution.how === 'ASSIGN') return ['ASSIGN', resolution.intentId];
  if (resolution.how === 'WRITE_OFF') return ['WRITE_OFF'];
  return ['REFUND', resolution.txid, resolution.to, resolution.reference];
};

const isSame = (one: DepositResolution, other: DepositResolution): boolean =>
  JSON.stringify(termsOf(one)) === JSON.stringify(termsOf(other));
