import { cashout } from '../aggregates/cashout/cashout';
import type { AcceptDeposit } from '../aggregates/cashout/commands';
import { whyRefused } from '../aggregates/cashout/deposit-phase';
import type { DepositId } from '../aggregates/chain';
import { deposit } from '../aggregates/deposit/deposit';
import type { Candidate, UnmatchedReason } from '../aggregates/deposit/events';
import type { EventOf } from '../aggregates/events';
import { isRejection, rejection } from '../aggregates/rejection';
import { systemContext } from './context';
import { commandIdOf } from './deterministic-ids';
import { type HandleDeps, handle, historyOf, stateOf } from './handle';

/** What the matcher proposed: see `projections/reconciliation.ts`. */
export type Proposal =
  | {
      readonly verdict: 'MATCH';
      readonly depositId: DepositId;
      readonly intentId: string;
      readonly causeEventId: string;
    }
  | {
      readonly verdict: 'UNMATCHED';
      readonly depositId: DepositId;
      readonly reason: UnmatchedReason;
      readonly candidates: readonly Candidate[];
      readonly inTime: boolean;
      readonly ruleVersion: number;
      readonly causeEventId: string;
    };

const WORKER = 'matcher';

export interface MatchDepositDeps extends HandleDeps {
  /** Tells a person; moves no money. */
  readonly alert: (what: string, facts: Readonly<Record<string, string>>) => void;
}

/**
 * Carries a proposal out: claim the deposit, let the intent accept it, then match or release (design: domain, section 4).
 * Each step is fenced by its own stream, so that a repetition finishes what a crash cut short.
 */
export const matchDeposit =
  (deps: MatchDepositDeps) =>
  async (proposal: Proposal): Promise<void> => {
    if (proposal.verdict === 'UNMATCHED') return leaveUnmatched(deps, proposal);
    const claimed = await claim(deps, proposal);
    if (!claimed) return;
    const refusal = await accept(deps, proposal);
    if (refusal === null) await conclude(deps, proposal);
    else await release(deps, proposal, refusal);
  };

type Match = Extract<Proposal, { readonly verdict: 'MATCH' }>;

const contextOf = (step: string, { depositId, causeEventId }: Proposal, intentId = '') =>
  systemContext(WORKER, commandIdOf(step, depositId, intentId, causeEventId), causeEventId);

/** Somebody paid in time and is not served: a person must look (design: domain, section 3, "Expiry"). */
const alertInTime = (deps: MatchDepositDeps, depositId: DepositId): void =>
  deps.alert('A payment made in time met a closed intent', { depositId });

const leaveUnmatched = async (
  deps: MatchDepositDeps,
  proposal: Extract<Proposal, { readonly verdict: 'UNMATCHED' }>,
): Promise<void> => {
  const { depositId, reason, candidates, inTime, ruleVersion } = proposal;
  const unmatchedAt = new Date(deps.clock.now()).toISOString();
  await handle(deps, deposit, {
    id: depositId,
    context: contextOf('leave-unmatched', proposal),
    command: {
      type: 'LeaveUnmatched',
      verdict: { depositId, reason, candidates, inTime, ruleVersion, unmatchedAt },
    },
  });
  if (inTime) alertInTime(deps, depositId);
};

/** False when somebody else has resolved the deposit in the meantime. */
const claim = async (deps: HandleDeps, proposal: Match): Promise<boolean> => {
  const { depositId, intentId } = proposal;
  const now = new Date(deps.clock.now()).toISOString();
  try {
    await handle(deps, deposit, {
      id: depositId,
      context: contextOf('claim-deposit', proposal, intentId),
      command: { type: 'ClaimDeposit', depositId, intentId, by: WORKER, now },
    });
    return true;
  } catch (error) {
    if (isRejection(error) && error.rejection.code === 'DEPOSIT_TAKEN') return false;
    throw error;
  }
};

/** Why the intent refused, or null when it has accepted, now or before. */
const accept = async (deps: HandleDeps, proposal: Match): Promise<UnmatchedReason | null> => {
  const paid = await paidBy(deps, proposal.depositId);
  try {
    await handle(deps, cashout, {
      id: proposal.intentId,
      context: contextOf('accept-deposit', proposal, proposal.intentId),
      command: { type: 'AcceptDeposit', deposit: paid, now: new Date(deps.clock.now()).toISOString() },
    });
    return null;
  } catch (error) {
    if (!isRejection(error) || error.rejection.code !== 'WRONG_STATE') throw error;
    return whyRefused(await stateOf(deps.eventStore, cashout, proposal.intentId), paid) ?? 'INTENT_CLOSED';
  }
};

/** What the chain said of the deposit when it became final. */
const paidBy = async (deps: HandleDeps, depositId: DepositId): Promise<AcceptDeposit['deposit']> => {
  const history = await historyOf(deps.eventStore, deposit, depositId);
  const final = history.findLast((event) => event.type === 'DepositFinalised') as
    | EventOf<'DepositFinalised'>
    | undefined;
  if (final === undefined || final.data.assetId === null) throw rejection('WRONG_STATE', 'The deposit is not final');
  const { network, txid, assetId, amountBaseUnits, sender, blockTime } = final.data;
  return { depositId, network, txid, assetId, amountBaseUnits, sender, blockTime };
};

const conclude = async (deps: HandleDeps, proposal: Match): Promise<void> => {
  const { depositId, intentId } = proposal;
  const now = new Date(deps.clock.now()).toISOString();
  await handle(deps, deposit, {
    id: depositId,
    context: contextOf('match-deposit', proposal, intentId),
    command: { type: 'MatchDeposit', depositId, intentId, now },
  });
};

const release = async (deps: MatchDepositDeps, proposal: Match, reason: UnmatchedReason): Promise<void> => {
  const { depositId, intentId } = proposal;
  const now = new Date(deps.clock.now()).toISOString();
  await handle(deps, deposit, {
    id: depositId,
    context: contextOf('release-deposit', proposal, intentId),
    command: { type: 'ReleaseDeposit', depositId, intentId, reason, now },
  });
  // It was proposed because it was paid within the window, and the intent was closed before it could accept.
  if (reason === 'INTENT_CLOSED') alertInTime(deps, depositId);
};
