import { wasKnown } from '../../aggregates/payout/contradiction';
import type { Decided, SentKey } from '../../aggregates/payout/state';
import { rejection } from '../../aggregates/rejection';
import type { PayoutProviders } from '../ports/providers/payout-provider';
import { askUnderKey, type Heard } from './outcome/ask-under-key';
import type { RecordOutcomeDeps } from './outcome/record-payout-outcome';
import type { PlacedPayout } from './owners/owners';
import type { Resolved } from './request-payout';
import { PROVIDER_GONE } from './sending/dispatch-payout';

export interface AskDecidedDeps extends RecordOutcomeDeps {
  readonly payoutProviders: Pick<PayoutProviders, 'named'>;
}

export interface DecidedPayout {
  readonly owed: PlacedPayout;
  readonly decided: AskedStill;
  readonly causeEventId: string;
}

type AskedStill = Pick<Decided, 'sent'> & Partial<Pick<Decided, 'refundableFrom'>>;

const ASK_EVERY_MS = 300_000;

/** Null: operators have not ended the order. */
export const decidedUnder = ({ payout }: PlacedPayout, providerKey: string): AskedStill | null => {
  const isOf = ({ sent }: AskedStill): boolean => sent.some((each) => each.providerKey === providerKey);
  if (payout.decided !== undefined && isOf(payout.decided)) return payout.decided;
  const sent = payout.phase === 'SETTLED' ? payout.settledByWord : undefined;
  return sent !== undefined && isOf({ sent }) ? { sent } : null;
};

/** A late settlement is a contradiction, as from a late callback. Sends nothing. */
export const askDecidedAgain =
  (deps: AskDecidedDeps) =>
  async (work: DecidedPayout): Promise<Resolved> => {
    await askDecided(deps, work);
    const nowMs = deps.clock.now();
    const refundableMs = Date.parse(work.decided.refundableFrom ?? '');
    const nextMs = nowMs + ASK_EVERY_MS;
    return { askAgainAtMs: nowMs < refundableMs ? Math.min(nextMs, refundableMs) : nextMs };
  };

type HeardOfKey = Pick<Heard, 'state' | 'outcome'> & SentKey;

/** Asks about each key once, and only at the provider that received the key. */
const askDecided = async (
  deps: AskDecidedDeps,
  { owed, decided, causeEventId }: DecidedPayout,
): Promise<readonly HeardOfKey[]> => {
  const heard: HeardOfKey[] = [];
  const contradictions = owed.payout.contradictions.length;
  for (const { providerKey, provider: name } of decided.sent) {
    const provider = deps.payoutProviders.named(name, owed.mode);
    if (provider === null) deps.alert(PROVIDER_GONE, { stream: owed.stream, providerKey, provider: name });
    else {
      const said = await askUnderKey(deps, { owed, providerKey, provider, causeEventId, contradictions });
      heard.push({ providerKey, provider: name, ...said });
    }
  }
  return heard;
};

interface Objecting {
  readonly causeEventId: string;
  readonly therefore: string;
}

/** Asks about orders that operators have decided. Refuses WRONG_STATE where a provider knows of a payment. */
export const mustNotBePaid = async (
  deps: AskDecidedDeps,
  owed: PlacedPayout,
  { causeEventId, therefore }: Objecting,
): Promise<void> => {
  const { decided } = owed.payout;
  if (decided === undefined) return;
  const heard = await askDecided(deps, { owed, decided, causeEventId });
  const objecting = heard.find(
    ({ state, outcome, providerKey }) =>
      state !== null && state !== 'FAILED' && !(outcome !== null && wasKnown(owed.payout, providerKey, outcome)),
  );
  if (objecting === undefined) return;
  throw rejection('WRONG_STATE', `${objecting.provider} reports this payout as ${objecting.state}: ${therefore}`);
};
