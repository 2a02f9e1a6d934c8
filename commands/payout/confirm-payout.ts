import type { StreamName } from '../../aggregates/stream';
import type { PayoutProvider, PayoutProviders } from '../ports/payout-provider';
import { type PlacedPayout, readPayout } from './owners/owners';
import { asked, believed } from './payout-answer';
import { outcomeOf, pinOf } from './payout-outcome';
import { type RecordOutcomeDeps, recordPayoutOutcome } from './record-payout-outcome';

export interface ConfirmPayoutDeps extends RecordOutcomeDeps {
  readonly payoutProviders: Pick<PayoutProviders, 'named'>;
  /** The stream of the payout that has this provider key; null when there is none. */
  readonly streamOfPayout: (providerKey: string) => Promise<StreamName | null>;
}

const CALL_TIMEOUT_MS = 10_000;

/** A payout that is not known after this long is nobody of ours; before it, we may not have read our own log that far. */
const YOUNG_MS = 10 * 60_000;

export interface Confirmation {
  /** The name of the provider that called. */
  readonly provider: string;
  readonly providerKey: string;
  readonly providerEventId: string;
  /** When the provider called for the first time: milliseconds since 1970. */
  readonly firstMadeAtMs: number;
}

/**
 * A provider has called back: a hint and never a proof, so the provider is asked before anything moves. It counts only
 * from the provider that was sent the key. It may be about a payout that is open, or one that was returned after it had
 * settled, which nobody asks about any more. So it rejects, for the provider to call again, when the question is not
 * answered and while an unknown key may still become known; after 10 minutes an unknown key is left alone.
 */
export const confirmPayout =
  (deps: ConfirmPayoutDeps) =>
  async (confirmation: Confirmation): Promise<void> => {
    const { providerKey, firstMadeAtMs } = confirmation;
    const stream = await deps.streamOfPayout(providerKey);
    const owed = stream === null ? null : await readPayout(deps.eventStore, stream);
    const sentTo = owed?.sentTo.get(providerKey) ?? null;
    if (owed === null || sentTo === null) {
      if (deps.clock.now() - firstMadeAtMs >= YOUNG_MS) return;
      throw new Error('No payout is known under this key yet');
    }
    if (sentTo !== confirmation.provider) {
      const { provider } = confirmation;
      deps.alert('A provider called about a payout of another one', { stream: owed.stream, providerKey, provider });
      return;
    }
    const provider = deps.payoutProviders.named(sentTo, owed.mode);
    if (provider === null) throw unanswered('NO_PROVIDER');
    await askAndRecord(deps, confirmation, owed, provider);
  };

const askAndRecord = async (
  deps: ConfirmPayoutDeps,
  { providerKey, providerEventId }: Confirmation,
  { stream, partnerId, mode, terms }: PlacedPayout,
  provider: PayoutProvider,
): Promise<void> => {
  const call = { requestId: providerEventId, partnerId, mode, deadlineMs: deps.clock.now() + CALL_TIMEOUT_MS };
  const question = { provider: provider.name, providerKey, amountCents: BigInt(terms.amountCents) };
  const said = await asked(provider.name, () => provider.get(call, providerKey));
  const answer = believed(deps.alert, stream, question, said);
  if (!answer.ok) throw unanswered(answer.kind);
  const outcome = outcomeOf(answer);
  if (outcome === null) return;
  await recordPayoutOutcome(deps)({
    ...{ stream, providerKey, outcome, ...pinOf(answer) },
    causeEventId: providerEventId,
    dispatchedAt: null,
  });
};

const unanswered = (why: string): Error => new Error(`The provider did not say what became of it: ${why}`);
