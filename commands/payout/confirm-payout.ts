import type { StreamName } from '../../aggregates/stream';
import type { PayoutProvider, PayoutProviders } from '../ports/payout-provider';
import { type PlacedPayout, readPayout } from './owners/owners';
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

export interface Confirmation {
  readonly provider: string;
  readonly providerKey: string;
  readonly providerEventId: string;
  /** First callback: milliseconds since 1970. */
  readonly firstMadeAtMs: number;
}

/**
 * A callback is a hint, never a proof: the provider that was sent the key is asked before anything moves. Covers open
 * payouts and returns after settlement. Rejects, so that the provider calls again, while the question is unanswered or
 * the key is unknown for less than 10 minutes.
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
