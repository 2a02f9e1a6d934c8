import { wasKnown } from '../../../aggregates/payout/contradiction';
import type { Decided } from '../../../aggregates/payout/state';
import { rejection } from '../../../aggregates/rejection';
import type { PayoutProviders } from '../../ports/payout-provider';
import { PROVIDER_GONE } from '../dispatch-payout';
import type { PlacedPayout } from '../owners/owners';
import type { RecordOutcomeDeps } from '../record-payout-outcome';
import type { Resolved } from '../request-payout';
import { askUnderKey, type Heard } from './ask-under-key';

export interface AskDecidedDeps extends RecordOutcomeDeps {
  readonly payoutProviders: Pick<PayoutProviders, 'named'>;
}

/** A payout that operators have taken for not paid. */
export interface DecidedPayout {
  readonly owed: PlacedPayout;
  readonly decided: Decided;
  readonly causeEventId: string;
}

const ASK_EVERY_MS = 300_000;

export const decidedUnder = ({ payout }: PlacedPayout, providerKey: string): Decided | null =>
  payout.decided?.providerKey === providerKey ? payout.decided : null;

/**
 * Asks until the refund may be made and, while the step is due, after it: a settlement that comes to light is a
 * contradiction, as from a late callback. Nothing is ever sent.
 */
export const askDecidedAgain =
  (deps: AskDecidedDeps) =>
  async (work: DecidedPayout): Promise<Resolved> => {
    const { events } = await askDecided(deps)(work);
    if (events.some(({ type }) => type === 'PayoutContradicted')) return 'done';
    const nowMs = deps.clock.now();
    const refundableMs = Date.parse(work.decided.refundableFrom);
    const nextMs = nowMs + ASK_EVERY_MS;
    return { askAgainAtMs: nowMs < refundableMs ? Math.min(nextMs, refundableMs) : nextMs };
  };

const NOTHING: Heard = { state: null, outcome: null, events: [] };

/** Once. Only the provider that was sent the key is asked. */
export const askDecided =
  (deps: AskDecidedDeps) =>
  async ({ owed, decided, causeEventId }: DecidedPayout): Promise<Heard> => {
    const { stream, mode } = owed;
    const { providerKey } = decided;
    const provider = deps.payoutProviders.named(decided.provider, mode);
    if (provider === null) {
      deps.alert(PROVIDER_GONE, { stream, providerKey, provider: decided.provider });
      return NOTHING;
    }
    return askUnderKey(deps, { owed, providerKey, provider, causeEventId });
  };

interface Objecting {
  readonly causeEventId: string;
  /** What a payment that came to light means for whoever asks. */
  readonly therefore: string;
}

/** What it says is recorded as by any other question; then the operator is refused. */
export const mustNotBePaid = async (
  deps: AskDecidedDeps,
  owed: PlacedPayout,
  { causeEventId, therefore }: Objecting,
): Promise<void> => {
  const { decided } = owed.payout;
  if (decided === undefined) return;
  const { state, outcome } = await askDecided(deps)({ owed, decided, causeEventId });
  if (state === null || state === 'FAILED') return;
  if (outcome !== null && wasKnown(decided, decided.providerKey, outcome)) return;
  throw rejection('WRONG_STATE', `${decided.provider} knows this payout as ${state}: ${therefore}`);
};
