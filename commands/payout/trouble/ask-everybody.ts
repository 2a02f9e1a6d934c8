import { ATTEMPTS_AT_MOST, byEveryKey, type Known, stays } from '../../handling/by-every-key';
import { providerKeyOf } from '../../handling/deterministic-ids';
import type { Clock } from '../../ports/clock';
import type { Payout, PayoutProvider } from '../../ports/payout-provider';
import type { CallContext } from '../../ports/result';
import { type AskList, listWhole } from '../list-whole';
import type { PlacedPayout } from '../owners/owners';
import { asked } from '../payout-answer';

export interface Asking {
  readonly clock: Clock;
  /** All that were configured since the loss. */
  readonly providers: readonly PayoutProvider[];
  /** Attempts that configuration allows. */
  readonly mostAttempts: number;
}

/** What a provider knows of an attempt, whatever the log says. */
export interface KnownAttempt {
  readonly attempt: number;
  readonly providerKey: string;
  readonly provider: string;
  readonly state: Payout['state'];
}

type Asked = Pick<PlacedPayout, 'id' | 'partnerId' | 'mode' | 'sentTo'>;

const HOUR_MS = 3_600_000;
const CALL_TIMEOUT_MS = 10_000;

/**
 * Asks each provider by each key that may have been used, and reads its list from an hour before the loss. In the order
 * of attempts. Refuses WRONG_STATE where one is missing, does not answer, or may have forgotten what it did.
 */
export const askEverybody = async (
  asking: Asking,
  owed: Asked,
  lostSince: string,
): Promise<readonly KnownAttempt[]> => {
  const known: KnownAttempt[] = [];
  for (const provider of everybody(asking, owed)) {
    known.push(...(await askOne(asking, owed, { lostSince, provider })));
  }
  return known.toSorted((left, right) => left.attempt - right.attempt);
};

const everybody = ({ providers }: Asking, { mode, sentTo }: Asked): readonly PayoutProvider[] => {
  const ofMode = providers.filter((provider) => provider.mode === mode);
  const missing = [...sentTo.values()].find((name) => name !== null && ofMode.every((each) => each.name !== name));
  if (missing !== undefined) throw stays(`${missing} was sent an order and is not configured`);
  if (ofMode.length === 0) throw stays('No provider is configured');
  const forgetful = ofMode.find(({ idempotency }) => idempotency !== 'NATIVE');
  if (forgetful !== undefined) throw stays(`${forgetful.name} does not keep our keys`);
  return ofMode;
};

interface AskedOne {
  readonly lostSince: string;
  readonly provider: PayoutProvider;
}

const askOne = async (
  asking: Asking,
  owed: Asked,
  { lostSince, provider }: AskedOne,
): Promise<readonly KnownAttempt[]> => {
  const { name } = provider;
  const found = await byKeys(asking, owed, provider);
  if (found.some(({ key, value }) => value.idempotencyKey !== key)) throw stays(`${name} answers about another key`);
  const named = new Set(found.map(({ key }) => key));
  const ours = new Set(Array.from({ length: ATTEMPTS_AT_MOST }, (_, index) => providerKeyOf(owed.id, index + 1)));
  const window = { fromMs: Date.parse(lostSince) - HOUR_MS, toMs: asking.clock.now() };
  for await (const listed of listWhole(listerOf(asking, owed, provider), window)) {
    if (!listed.ok) throw stays(`${name} does not list what it paid (${listed.kind})`);
    const missed = listed.value.find(({ idempotencyKey: key }) => ours.has(key) && !named.has(key));
    if (missed !== undefined) throw stays(`${name} lists ${missed.idempotencyKey} and does not know it when asked`);
  }
  return found.map(({ attempt, key, value }) => ({ attempt, providerKey: key, provider: name, state: value.state }));
};

const listerOf =
  (asking: Asking, owed: Asked, provider: PayoutProvider): AskList =>
  ({ fromMs, toMs }) => {
    const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString()) as [string, string];
    return asked(provider.name, () => provider.list(callFor(asking, owed), from, to));
  };

const byKeys = (asking: Asking, owed: Asked, provider: PayoutProvider): Promise<readonly Known<Payout>[]> =>
  byEveryKey({
    provider: provider.name,
    // A log that knows more attempts than are allowed today was written when more were.
    attempts: Math.max(asking.mostAttempts, owed.sentTo.size),
    keyOf: (attempt) => providerKeyOf(owed.id, attempt),
    ask: (key) => provider.get(callFor(asking, owed), key),
  });

const callFor = ({ clock }: Asking, { id, partnerId, mode }: Asked): CallContext => ({
  ...{ requestId: id, partnerId, mode },
  deadlineMs: clock.now() + CALL_TIMEOUT_MS,
});
