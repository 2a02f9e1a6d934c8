import type { StreamName } from '../../../aggregates/stream';
import type { PayoutProvider, PayoutProviders } from '../../ports/providers/payout-provider';
import { askedUnder, type PlacedPayout, readPayout } from '../owners/owners';
import type { Resolved } from '../request-payout';
import { asked, believed } from './payout-answer';
import { outcomeOf, pinOf } from './payout-outcome';
import { type RecordOutcomeDeps, recordPayoutOutcome } from './record-payout-outcome';

export interface ConfirmPayoutDeps extends RecordOutcomeDeps {
  readonly payoutProviders: Pick<PayoutProviders, 'named'>;
  readonly streamOfPayout: (providerKey: string) => Promise<StreamName | null>;
}

const CALL_TIMEOUT_MS = 10_000;

/** An unknown key is not ours after this long; before it, the read model may lag behind the log. */
const YOUNG_MS = 10 * 60_000;

/** The callback is dropped after this time; `resolve-payout` still asks about an open payout. */
const GIVEN_UP_MS = 24 * 3_600_000;

const AGAIN = { soonestMs: 1_000, latestMs: 300_000 };

export interface Confirmation {
  readonly provider: string;
  readonly providerKey: string;
  readonly providerEventId: string;
  /** First callback: milliseconds since 1970. */
  readonly firstMadeAtMs: number;
}

/** A callback is a hint: the provider is asked, for a day without an answer, for 10 minutes about an unknown key. */
export const confirmPayout =
  (deps: ConfirmPayoutDeps) =>
  async (confirmation: Confirmation): Promise<Resolved> => {
    const { providerKey } = confirmation;
    const stream = await deps.streamOfPayout(providerKey);
    const owed = stream === null ? null : await readPayout(deps.eventStore, stream);
    const sentTo = owed?.sentTo.get(providerKey) ?? null;
    if (owed === null || sentTo === null) return unlessOld(deps, confirmation);
    if (sentTo !== confirmation.provider) {
      const { provider } = confirmation;
      deps.alert('A provider sent a callback about a payout of another provider', {
        stream: owed.stream,
        providerKey,
        provider,
      });
      return 'done';
    }
    const provider = deps.payoutProviders.named(sentTo, owed.mode);
    const isAnswered = provider !== null && (await askAndRecord(deps, confirmation, owed, provider));
    return isAnswered ? 'done' : unanswered(deps, confirmation, owed.stream);
  };

const askAndRecord = async (
  deps: ConfirmPayoutDeps,
  { providerKey, providerEventId, firstMadeAtMs }: Confirmation,
  owed: PlacedPayout,
  provider: PayoutProvider,
): Promise<boolean> => {
  const { stream, partnerId, mode, terms } = owed;
  const call = { requestId: providerEventId, partnerId, mode, deadlineMs: deps.clock.now() + CALL_TIMEOUT_MS };
  const question = { provider: provider.name, providerKey, amountCents: BigInt(terms.amountCents) };
  const order = { ...askedUnder(owed, providerKey), since: new Date(firstMadeAtMs).toISOString() };
  const said = await asked(provider.name, () => provider.get(call, order));
  const answer = believed(deps.alert, stream, question, said);
  if (!answer.ok) return false;
  const outcome = outcomeOf(answer);
  if (outcome === null) return true;
  await recordPayoutOutcome(deps)({
    ...{ stream, providerKey, outcome, ...pinOf(answer) },
    causeEventId: providerEventId,
    dispatchedAt: null,
  });
  return true;
};

const unanswered = (deps: ConfirmPayoutDeps, confirmation: Confirmation, stream: StreamName): Resolved => {
  const { provider, providerKey, firstMadeAtMs } = confirmation;
  if (deps.clock.now() - firstMadeAtMs < GIVEN_UP_MS) return again(deps, confirmation);
  deps.alert('A provider sent a callback about a payout but does not report its outcome', {
    stream,
    providerKey,
    provider,
  });
  return 'done';
};

/** The log does not know the name in the callback. */
export const unlessOld = (deps: Pick<ConfirmPayoutDeps, 'clock'>, confirmation: Confirmation): Resolved =>
  deps.clock.now() - confirmation.firstMadeAtMs >= YOUNG_MS ? 'done' : again(deps, confirmation);

const again = ({ clock }: Pick<ConfirmPayoutDeps, 'clock'>, { firstMadeAtMs }: Confirmation): Resolved => {
  const nowMs = clock.now();
  const { soonestMs, latestMs } = AGAIN;
  return { askAgainAtMs: nowMs + Math.min(Math.max(nowMs - firstMadeAtMs, soonestMs), latestMs) };
};
