import type { DepositId } from '../chain';
import { invalidField, rejection } from '../rejection';
import type { Approval, AssignDeposit, DepositCommand, Word, WriteOffDeposit } from './commands';
import type { DepositEvent, DepositResolution, DepositResolutionProposed, FinalDeposit } from './events';
import { refusalOf } from './matching';
import type { DepositState, UnmatchedDeposit } from './state';

const refusal = (message: string) => rejection('WRONG_STATE', message);

/** Null when this intent has the deposit already. Throws DEPOSIT_TAKEN or WRONG_STATE. */
export const claimable = (state: DepositState, intentId: string): FinalDeposit | null => {
  if (state.status === 'CLAIMED' || state.status === 'MATCHED') {
    if (state.intentId === intentId) return null;
    throw rejection('DEPOSIT_TAKEN', 'The deposit serves another intent');
  }
  if (state.status === 'WRITTEN_OFF') throw rejection('DEPOSIT_TAKEN', 'The deposit is written off');
  if (!('final' in state)) throw refusal('Only a final deposit can be claimed');
  return state.final;
};

const mustBeExplained = ({ operator, reason }: Word): void => {
  if (operator.trim() === '') throw invalidField('operator', 'says who resolves the deposit');
  if (reason.trim() === '') throw invalidField('reason', 'says why the deposit is resolved');
};

/** The matcher may still take a deposit that it has not judged. */
const mustBeUnmatched: (state: DepositState) => asserts state is UnmatchedDeposit = (state) => {
  if (state.status !== 'UNMATCHED') throw refusal('The deposit is not judged yet');
};

export const assign = (state: DepositState, command: AssignDeposit): readonly DepositEvent[] => {
  const { depositId, intent, assignment, approval, now } = command;
  mustBeExplained(assignment);
  const { intentId } = intent;
  const final = claimable(state, intentId);
  if (final === null) return [];
  mustBeUnmatched(state);
  const { operator: by, setAside } = assignment;
  const refused = refusalOf(final, intent, setAside);
  if (refused !== null) throw refusal(`The deposit cannot be assigned to this intent: ${refused}`);
  const said = { depositId, resolution: { how: 'ASSIGN', intentId, setAside }, word: assignment, now } as const;
  return byOneOrTwo(state, said, approval, (first) => [
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
  if (state.status === 'CLAIMED' || state.status === 'MATCHED') {
    throw rejection('DEPOSIT_TAKEN', 'The deposit serves an intent');
  }
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

export const withdrawProposal = (
  state: DepositState,
  { depositId, word, now }: Extract<DepositCommand, { readonly type: 'WithdrawProposal' }>,
): readonly DepositEvent[] => {
  mustBeExplained(word);
  if (state.status !== 'UNMATCHED' || state.proposal === undefined) return [];
  const { operator: withdrawnBy, reason } = word;
  return [{ type: 'DepositProposalWithdrawn', data: { depositId, withdrawnBy, reason, withdrawnAt: now } }];
};

interface Said {
  readonly depositId: DepositId;
  readonly resolution: DepositResolution;
  readonly word: Word;
  readonly now: string;
}

type First = Partial<Pick<DepositResolutionProposed, 'proposedBy'>>;

const ALONE: Approval = { needsTwo: false, isNamed: false, mayPropose: true };

/** Where two decide, the first word is a proposal at the deposit's exact revision. */
const byOneOrTwo = (
  { proposal }: UnmatchedDeposit,
  said: Said,
  { needsTwo, isNamed, mayPropose }: Approval = ALONE,
  resolve: (first: First) => readonly DepositEvent[],
): readonly DepositEvent[] => {
  const { resolution, word, depositId, now } = said;
  if (proposal === undefined) {
    if (!mayPropose) throw refusal('Nothing is proposed; an approver is the second');
    if (!needsTwo) return resolve({});
  }
  if (!isNamed) throw refusal('Two operators decide about this deposit, each by a key of their own');
  if (proposal === undefined) {
    const data = { depositId, resolution, proposedBy: word.operator, reason: word.reason, proposedAt: now };
    return [{ type: 'DepositResolutionProposed', data }];
  }
  return resolve({ proposedBy: firstOf(proposal, said) });
};

const firstOf = ({ resolution, proposedBy }: DepositResolutionProposed, said: Said): string => {
  if (!isSame(resolution, said.resolution)) {
    throw refusal(`${proposedBy} has proposed another resolution, which is withdrawn first`);
  }
  if (proposedBy === said.word.operator) throw refusal('Another operator than the first gives the same command');
  return proposedBy;
};

const isSame = (one: DepositResolution, other: DepositResolution): boolean =>
  one.how === 'ASSIGN' ? other.how === 'ASSIGN' && one.intentId === other.intentId : other.how === 'WRITE_OFF';
