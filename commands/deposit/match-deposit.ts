import { cashout } from '../../aggregates/cashout/cashout';
import { whyRefused } from '../../aggregates/cashout/deposit-phase';
import type { DepositId } from '../../aggregates/chain';
import { deposit } from '../../aggregates/deposit/deposit';
import type { Candidate, FinalDeposit, UnmatchedReason } from '../../aggregates/deposit/events';
import { isOfOtherMode, isWithinWindow, type PayableIntent } from '../../aggregates/deposit/matching';
import { isRejection } from '../../aggregates/rejection';
import { streamNameOf } from '../../aggregates/stream';
import { isClosedStream } from '../../aggregates/stream-fault';
import type { Alert } from '../alerts/kinds';
import { systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import { stateOf } from '../handling/reading/read-stream';
import type { HandleDeps } from '../handling/request';
import type { Resolved } from '../payout/request-payout';
import { isHeld } from '../watching/judging/is-held';
import { intentOf, type NamingDeps, namingOf, openIntentOf, paidBy } from './named-intents';

/** A hint of the matcher (`projections/reconciliation.ts`), without authority. */
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

/** Retry delay while the final history of the network is in doubt. */
const HELD_MS = 10_000;

export interface MatchDepositDeps extends NamingDeps {
  readonly alert: Alert;
}

/** Claim, accept, then match or release; each stream fences its step. The proposal only names the streams. */
export const matchDeposit =
  (deps: MatchDepositDeps) =>
  async (proposal: Proposal): Promise<Resolved> => {
    if (await isHeld(deps, proposal.depositId)) return { askAgainAtMs: deps.clock.now() + HELD_MS };
    const judged = await judge(deps, proposal);
    if (judged.verdict === 'MATCH') return match(deps, judged);
    await leaveUnmatched(deps, judged);
    return 'done';
  };

const judge = async (deps: MatchDepositDeps, proposal: Proposal): Promise<Proposal> => {
  // The intent of a DUPLICATE may still be PENDING, while the first deposit is being accepted.
  if (proposal.verdict === 'UNMATCHED' && proposal.reason === 'DUPLICATE') return proposal;
  const { depositId, causeEventId } = proposal;
  const intentId = await paidBy(deps, depositId);
  if (intentId === null || (proposal.verdict === 'MATCH' && proposal.intentId === intentId)) return proposal;
  deps.alert('A proposal was wrong: the memo of the deposit names another intent', { depositId, intentId });
  return { verdict: 'MATCH', depositId, intentId, causeEventId };
};

const match = async (deps: MatchDepositDeps, proposal: Match): Promise<Resolved> => {
  const final = await claim(deps, proposal);
  if (final === null) return 'done';
  const refusal = await accept(deps, proposal, final);
  if (refusal !== null) return release(deps, proposal, final, refusal);
  await conclude(deps, proposal);
  return 'done';
};

type Match = Extract<Proposal, { readonly verdict: 'MATCH' }>;
type Unmatched = Extract<Proposal, { readonly verdict: 'UNMATCHED' }>;

const contextOf = (step: string, { depositId, causeEventId }: Proposal, intentId = '') =>
  systemContext(WORKER, commandIdOf(step, depositId, intentId, causeEventId), causeEventId);

const nowOf = ({ clock }: HandleDeps): string => clock.iso();

/** A payment in time is refused: an operator must check. */
const alertInTime = (deps: MatchDepositDeps, depositId: DepositId): void =>
  deps.alert('A payment in time arrived after its intent had closed', {
    stream: streamNameOf(deposit, depositId),
    depositId,
  });

const alertOtherMode = (deps: MatchDepositDeps, depositId: DepositId, intentId: string): void =>
  deps.alert('A payment on a network of another mode', {
    stream: streamNameOf(deposit, depositId),
    depositId,
    intentId,
  });

const leaveUnmatched = async (deps: MatchDepositDeps, proposal: Unmatched): Promise<void> => {
  const { depositId, reason, candidates, inTime, ruleVersion } = proposal;
  const named = await Promise.all(candidates.map(({ intentId }) => intentOf(deps, intentId)));
  const { state } = await handle(deps, deposit, {
    ...{ id: depositId, recalls: true },
    context: contextOf('leave-unmatched', proposal),
    command: {
      type: 'LeaveUnmatched',
      verdict: { depositId, reason, candidates, inTime, ruleVersion, unmatchedAt: nowOf(deps) },
      naming: namingOf(deps, ...named),
    },
  });
  if (inTime) alertInTime(deps, depositId);
  const [first] = candidates;
  if (first?.reason !== 'WRONG_NETWORK' || !('final' in state)) return;
  const [intent] = named;
  if (intent && isOfOtherMode(state.final, intent)) alertOtherMode(deps, depositId, first.intentId);
};

/** The final deposit once claimed; null when another worker resolved it or the rule refused it. */
const claim = async (deps: MatchDepositDeps, proposal: Match): Promise<FinalDeposit | null> => {
  const { depositId, intentId } = proposal;
  const intent = await openIntentOf(deps, intentId);
  try {
    const { state } = await handle(deps, deposit, {
      ...{ id: depositId, recalls: true },
      context: contextOf('claim-deposit', proposal, intentId),
      command: {
        ...{ type: 'ClaimDeposit', depositId, intentId, intent, by: WORKER },
        ...{ naming: namingOf(deps, intent), now: nowOf(deps) },
      },
    });
    if ('intentId' in state && state.intentId === intentId) return state.final;
    if (state.status !== 'UNMATCHED') return null;
    const { final, reason } = state;
    afterRefusal(deps, proposal, { final, intent, reason });
    return null;
  } catch (error) {
    if (isRejection(error) && error.rejection.code === 'DEPOSIT_TAKEN') return null;
    throw error;
  }
};

interface Refused {
  readonly final: FinalDeposit;
  readonly intent: PayableIntent | null;
  readonly reason: UnmatchedReason;
}

const isInTime = ({ final, intent, reason }: Refused): boolean =>
  reason === 'INTENT_CLOSED' && intent !== null && isWithinWindow(final, intent);

/** A refusal is normal for an intent that was meanwhile paid or ended; any other refusal means a wrong row. */
const afterRefusal = (deps: MatchDepositDeps, { depositId, intentId }: Match, refused: Refused): void => {
  const { final, intent, reason } = refused;
  if (isInTime(refused)) alertInTime(deps, depositId);
  if (isNormal(reason)) return;
  if (intent !== null && reason === 'WRONG_NETWORK' && isOfOtherMode(final, intent)) {
    alertOtherMode(deps, depositId, intentId);
  } else {
    deps.alert('A proposal assigns a deposit to an intent that the deposit does not pay', {
      depositId,
      intentId,
      reason,
    });
  }
};

const isNormal = (reason: UnmatchedReason): boolean => reason === 'DUPLICATE' || reason === 'INTENT_CLOSED';

const accept = async (deps: HandleDeps, proposal: Match, final: FinalDeposit): Promise<UnmatchedReason | null> => {
  const { intentId } = proposal;
  try {
    await handle(deps, cashout, {
      ...{ id: intentId, recalls: true },
      context: contextOf('accept-deposit', proposal, intentId),
      command: { type: 'AcceptDeposit', deposit: final, now: nowOf(deps) },
    });
    return null;
  } catch (error) {
    if (!isRejection(error) || error.rejection.code !== 'WRONG_STATE') throw error;
    if (isClosedStream(error)) return 'INTENT_CLOSED';
    return whyRefused(await stateOf(deps.eventStore, cashout, intentId), final) ?? 'INTENT_CLOSED';
  }
};

const conclude = async (deps: HandleDeps, proposal: Match): Promise<void> => {
  const { depositId, intentId } = proposal;
  await handle(deps, deposit, {
    ...{ id: depositId, recalls: true },
    context: contextOf('match-deposit', proposal, intentId),
    command: { type: 'MatchDeposit', depositId, intentId, now: nowOf(deps) },
  });
};

/** A deposit claimed for an intent that it does not pay is matched again. */
const release = async (
  deps: MatchDepositDeps,
  proposal: Match,
  final: FinalDeposit,
  reason: UnmatchedReason,
): Promise<Resolved> => {
  const { depositId, intentId } = proposal;
  const intent = await intentOf(deps, intentId);
  const refused = { final, intent, reason };
  await handle(deps, deposit, {
    id: depositId,
    context: contextOf('release-deposit', proposal, intentId),
    command: {
      ...{ type: 'ReleaseDeposit', depositId, intentId, reason, inTime: isInTime(refused) },
      ...{ naming: namingOf(deps, intent), now: nowOf(deps) },
    },
  });
  afterRefusal(deps, proposal, refused);
  return isNormal(reason) ? 'done' : { askAgainAtMs: deps.clock.now() };
};
