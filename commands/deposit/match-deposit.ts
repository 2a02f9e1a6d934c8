import { cashout } from '../../aggregates/cashout/cashout';
import { type IssuedIntent, payableIntent, whyRefused } from '../../aggregates/cashout/deposit-phase';
import type { CashoutState } from '../../aggregates/cashout/state';
import type { DepositId } from '../../aggregates/chain';
import { type DepositState, deposit } from '../../aggregates/deposit/deposit';
import type { Candidate, FinalDeposit, UnmatchedReason } from '../../aggregates/deposit/events';
import { isOfOtherMode, isWithinWindow, type PayableIntent, refusalOf } from '../../aggregates/deposit/matching';
import type { Naming } from '../../aggregates/deposit/refused';
import { isRejection } from '../../aggregates/rejection';
import { isClosedStream } from '../../aggregates/stream-fault';
import type { Alert } from '../alerts/kinds';
import { systemContext } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import { recalledStateOf, stateOf } from '../handling/read-stream';
import type { HandleDeps } from '../handling/request';
import type { Resolved } from '../payout/request-payout';
import type { Catalog } from '../ports/catalog';
import { intentIdIn } from '../quote/intent-id';
import { isHeld } from '../watching/judging/is-held';

/** A hint of the matcher (`projections/reconciliation.ts`), never authority. */
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

/** Retry delay while the network's final history is in question. */
const HELD_MS = 10_000;

export interface MatchDepositDeps extends HandleDeps {
  readonly alert: Alert;
  readonly catalog: Pick<Catalog, 'assets'>;
}

/** Claim, accept, then match or release (design: domain, section 4). Each stream fences its step. */
export const matchDeposit =
  (deps: MatchDepositDeps) =>
  async (proposal: Proposal): Promise<Resolved> => {
    if (await isHeld(deps, proposal.depositId)) return { askAgainAtMs: deps.clock.now() + HELD_MS };
    if (proposal.verdict === 'UNMATCHED') await leaveUnmatched(deps, proposal);
    else await match(deps, proposal);
    return 'done';
  };

const match = async (deps: MatchDepositDeps, proposal: Match): Promise<void> => {
  const final = await claim(deps, proposal);
  if (final === null) return;
  const refusal = await accept(deps, proposal, final);
  if (refusal === null) await conclude(deps, proposal);
  else await release(deps, proposal, final, refusal);
};

type Match = Extract<Proposal, { readonly verdict: 'MATCH' }>;
type Unmatched = Extract<Proposal, { readonly verdict: 'UNMATCHED' }>;

const contextOf = (step: string, { depositId, causeEventId }: Proposal, intentId = '') =>
  systemContext(WORKER, commandIdOf(step, depositId, intentId, causeEventId), causeEventId);

const nowOf = ({ clock }: HandleDeps): string => clock.iso();

/** A payment in time is not served: a person must look (design: domain, section 3, "Expiry"). */
const alertInTime = (deps: MatchDepositDeps, depositId: DepositId): void =>
  deps.alert('A payment made in time met a closed intent', { depositId });

const alertOtherMode = (deps: MatchDepositDeps, depositId: DepositId, intentId: string): void =>
  deps.alert('A payment on a network of another mode', { depositId, intentId });

/** An intent whose stream was lost and closed takes nothing: it counts as none. */
const unlessClosed = async (reading: Promise<CashoutState>): Promise<CashoutState> =>
  reading.catch((error: unknown) => {
    if (isClosedStream(error)) return cashout.initial;
    throw error;
  });

const intentOf = async ({ eventStore }: HandleDeps, intentId: string): Promise<IssuedIntent | null> =>
  payableIntent(await unlessClosed(stateOf(eventStore, cashout, intentId)));

/** A recalled open intent suffices: accepting decides by the stream. */
const openIntentOf = async (deps: HandleDeps, intentId: string): Promise<IssuedIntent | null> => {
  const intent = payableIntent(await unlessClosed(recalledStateOf(deps, cashout, intentId)));
  return intent?.status === 'PENDING' ? intent : intentOf(deps, intentId);
};

const namingOf = ({ catalog }: MatchDepositDeps, ...intents: readonly (IssuedIntent | null)[]): Naming => ({
  intents: intents.filter((intent) => intent !== null),
  assets: catalog.assets,
});

const paidBy = async (deps: MatchDepositDeps, depositId: DepositId): Promise<string | null> => {
  const known = unclaimed(await recalledStateOf(deps, deposit, depositId));
  const final = known ?? unclaimed(await stateOf(deps.eventStore, deposit, depositId));
  const [memo] = final?.memos ?? [];
  if (final === null || memo === undefined) return null;
  const intentId = intentIdIn(memo);
  return refusalOf(final, await intentOf(deps, intentId)) === null ? intentId : null;
};

const unclaimed = (state: DepositState): FinalDeposit | null =>
  state.status === 'FINALISED' || state.status === 'UNMATCHED' ? state.final : null;

const matchAsNamed = async (deps: MatchDepositDeps, { depositId, causeEventId }: Proposal, intentId: string) => {
  deps.alert('A proposal was wrong: the deposit pays the intent that its memo names', { depositId, intentId });
  await match(deps, { verdict: 'MATCH', depositId, intentId, causeEventId });
};

const leaveUnmatched = async (deps: MatchDepositDeps, proposal: Unmatched): Promise<void> => {
  const { depositId, reason, candidates, inTime, ruleVersion } = proposal;
  // The intent of a DUPLICATE may still be PENDING, while the first deposit is being accepted.
  const paid = reason === 'DUPLICATE' ? null : await paidBy(deps, depositId);
  if (paid !== null) return matchAsNamed(deps, proposal, paid);
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
    await afterRefusal(deps, proposal, { final, intent, reason });
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

/** An intent paid or ended meanwhile is normal; any other refusal means a wrong row. */
const afterRefusal = async (deps: MatchDepositDeps, proposal: Match, refused: Refused): Promise<void> => {
  const { depositId, intentId } = proposal;
  const { final, intent, reason } = refused;
  if (isInTime(refused)) alertInTime(deps, depositId);
  if (reason === 'DUPLICATE' || reason === 'INTENT_CLOSED') return;
  if (intent !== null && reason === 'WRONG_NETWORK' && isOfOtherMode(final, intent)) {
    alertOtherMode(deps, depositId, intentId);
  } else {
    deps.alert('A deposit was proposed for an intent that it does not pay', { depositId, intentId, reason });
    const paid = await paidBy(deps, depositId);
    if (paid !== null) await matchAsNamed(deps, proposal, paid);
  }
};

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

const release = async (
  deps: MatchDepositDeps,
  proposal: Match,
  final: FinalDeposit,
  reason: UnmatchedReason,
): Promise<void> => {
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
  await afterRefusal(deps, proposal, refused);
};
