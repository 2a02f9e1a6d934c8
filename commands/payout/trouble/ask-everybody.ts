import { rejection } from '../../../aggregates/rejection';
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

/** So many attempts in a row that nobody knows end the search. */
const UNKNOWN_IN_A_ROW = 3;
/** Nobody has paid so often: whoever knows every key knows none. */
const ATTEMPTS_AT_MOST = 100;
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
  const { found, keys } = await byKeys(asking, owed, provider);
  const named = new Set(found.map(({ providerKey }) => providerKey));
  const window = { fromMs: Date.parse(lostSince) - HOUR_MS, toMs: asking.clock.now() };
  for await (const listed of listWhole(listerOf(asking, owed, provider), window)) {
    if (!listed.ok) throw stays(`${name} does not list what it paid (${listed.kind})`);
    const missed = listed.value.find(({ idempotencyKey: key }) => keys.includes(key) && !named.has(key));
    if (missed !== undefined) throw stays(`${name} lists ${missed.idempotencyKey} and does not know it when asked`);
  }
  return found;
};

const listerOf =
  (asking: Asking, owed: Asked, provider: PayoutProvider): AskList =>
  ({ fromMs, toMs }) => {
    const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString()) as [string, string];
    return asked(provider.name, () => provider.list(callFor(asking, owed), from, to));
  };

interface ByKeys {
  readonly found: readonly KnownAttempt[];
  /** All that were asked about. */
  readonly keys: readonly string[];
}

const byKeys = async (asking: Asking, owed: Asked, provider: PayoutProvider): Promise<ByKeys> => {
  const found: KnownAttempt[] = [];
  const keys: string[] = [];
  // A log that knows more attempts than are allowed today was written when more were.
  const atLeast = Math.max(asking.mostAttempts, owed.sentTo.size);
  for (let unknown = 0; keys.length < atLeast || unknown < UNKNOWN_IN_A_ROW; ) {
    if (keys.length >= ATTEMPTS_AT_MOST) throw stays(`${provider.name} knows every key that it is asked about`);
    const attempt = keys.length + 1;
    const providerKey = providerKeyOf(owed.id, attempt);
    keys.push(providerKey);
    const state = await askByKey(asking, owed, { provider, providerKey });
    unknown = state === null ? unknown + 1 : 0;
    if (state !== null) found.push({ attempt, providerKey, provider: provider.name, state });
  }
  return { found, keys };
};

interface ByKey {
  readonly provider: PayoutProvider;
  readonly providerKey: string;
}

/** Null: the provider knows nothing of it. */
const askByKey = async (
  asking: Asking,
  owed: Asked,
  { provider, providerKey }: ByKey,
): Promise<Payout['state'] | null> => {
  const said = await asked(provider.name, () => provider.get(callFor(asking, owed), providerKey));
  if (!said.ok && said.kind === 'NOT_FOUND') return null;
  if (!said.ok) throw stays(`${provider.name} does not answer (${said.kind})`);
  if (said.value.idempotencyKey !== providerKey) throw stays(`${provider.name} answers about another key`);
  return said.value.state;
};

const callFor = ({ clock }: Asking, { id, partnerId, mode }: Asked): CallContext => ({
  ...{ requestId: id, partnerId, mode },
  deadlineMs: clock.now() + CALL_TIMEOUT_MS,
});

export const stays = (why: string) => rejection('WRONG_STATE', `${why}: it stays held`);
