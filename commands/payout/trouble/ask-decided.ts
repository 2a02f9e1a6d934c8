import { wasKnown } from '../../../aggregates/payout/contradiction';
import type { Decided, SentKey } from '../../../aggregates/payout/state';
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

/** A payout that operators have taken for not paid, or for paid. */
export interface DecidedPayout {
  readonly owed: PlacedPayout;
  readonly decided: AskedStill;
  readonly causeEventId: string;
}

type AskedStill = Pick<Decided, 'sent'> & Partial<Pick<Decided, 'refundableFrom'>>;

const ASK_EVERY_MS = 300_000;

/** What is asked about still, though operators have ended it: a payment that no provider had told of may come to light. */
export const decidedUnder = ({ payout }: PlacedPayout, providerKey: string): AskedStill | null => {
  const isOf = ({ sent }: AskedStill): boolean => sent.some((each) => each.providerKey === providerKey);
  if (payout.decided !== undefined && isOf(payout.decided)) return payout.decided;
  const sent = payout.phase === 'SETTLED' ? payout.settledByWord : undefined;
  return sent !== undefined && isOf({ sent }) ? { sent } : null;
};

/**
 * Asks until the refund may be made, where one is due, and, while the step is due, after it: a settlement that comes to
 * light is a contradiction, as from a late callback, and keeps no other key from being asked about. Nothing is ever sent.
 */
export const askDecidedAgain =
  (deps: AskDecidedDeps) =>
  async (work: DecidedPayout): Promise<Resolved> => {
    await askDecided(deps)(work);
    const nowMs = deps.clock.now();
    const { refundableFrom } = work.decided;
    const refundableMs = refundableFrom === undefined ? nowMs : Date.parse(refundableFrom);
    const nextMs = nowMs + ASK_EVERY_MS;
    return { askAgainAtMs: nowMs < refundableMs ? Math.min(nextMs, refundableMs) : nextMs };
  };

const NOTHING: Heard = { state: null, isBreach: false, outcome: null, events: [] };

/** Once under each key. Only the provider that was sent the key is asked. */
export const askDecided =
  (deps: AskDecidedDeps) =>
  async (work: DecidedPayout): Promise<readonly (Heard & SentKey)[]> => {
    const heard: (Heard & SentKey)[] = [];
    for (const sent of work.decided.sent) heard.push({ ...sent, ...(await askSent(deps, work, sent)) });
    return heard;
  };

const askSent = async (
  deps: AskDecidedDeps,
  { owed, causeEventId }: DecidedPayout,
  { providerKey, provider: name }: SentKey,
): Promise<Heard> => {
  const { stream, mode } = owed;
  const provider = deps.payoutProviders.named(name, mode);
  if (provider === null) {
    deps.alert(PROVIDER_GONE, { stream, providerKey, provider: name });
    return NOTHING;
  }
  const contradictions = owed.payout.contradictions.length;
  return askUnderKey(deps, { owed, providerKey, provider, causeEventId, contradictions });
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
  const heard = await askDecided(deps)({ owed, decided, causeEventId });
  const objecting = heard.find(
    ({ state, outcome, providerKey }) =>
      state !== null && state !== 'FAILED' && !(outcome !== null && wasKnown(owed.payout, providerKey, outcome)),
  );
  if (objecting === undefined) return;
  const { provider, state } = objecting;
  throw rejection('WRONG_STATE', `${provider} knows this payout as ${state}: ${therefore}`);
};
