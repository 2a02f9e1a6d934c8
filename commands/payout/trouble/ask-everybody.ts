import { rejection } from '../../../aggregates/rejection';
import { providerKeyOf } from '../../handling/deterministic-ids';
import type { Clock } from '../../ports/clock';
import type { Payout, PayoutProvider } from '../../ports/payout-provider';
import type { CallContext } from '../../ports/result';
import type { PlacedPayout } from '../owners/owners';
import { asked } from '../payout-answer';

export interface Asking {
  readonly clock: Clock;
  /** All that were configured since the loss. */
  readonly providers: readonly PayoutProvider[];
  /** Attempts that configuration allows, at the most that it ever did. */
  readonly mostAttempts: number;
}

/** What a provider knows of an attempt, whatever the log says. */
export interface KnownAttempt {
  readonly attempt: number;
  readonly providerKey: string;
  readonly provider: string;
  readonly state: Payout['state'];
}

/** So many attempts in a row that nobody knows end the search. */
const UNKNOWN_IN_A_ROW = 3;
const HOUR_MS = 3_600_000;
const CALL_TIMEOUT_MS = 10_000;

/**
 * Asks each provider by each key that may have been used, and reads its list from an hour before the loss. Refuses
 * WRONG_STATE where one does not answer, or may have forgotten what it did.
 */
export const askEverybody = async (
  asking: Asking,
  owed: PlacedPayout,
  lostSince: string,
): Promise<readonly KnownAttempt[]> => {
  const known: KnownAttempt[] = [];
  for (const provider of asking.providers.filter(({ mode }) => mode === owed.mode)) {
    known.push(...(await askOne(asking, owed, lostSince, provider)));
  }
  return known.toSorted((left, right) => left.attempt - right.attempt);
};

const askOne = async (
  asking: Asking,
  owed: PlacedPayout,
  lostSince: string,
  provider: PayoutProvider,
): Promise<readonly KnownAttempt[]> => {
  const { name } = provider;
  if (provider.idempotency !== 'NATIVE') throw stays(`${name} does not keep our keys`);
  const found = await byKeys(asking, owed, provider);
  const from = new Date(Date.parse(lostSince) - HOUR_MS).toISOString();
  const listed = await asked(name, () => provider.list(callFor(asking, owed), from, asking.clock.iso()));
  if (!listed.ok) throw stays(`${name} does not list what it paid (${listed.kind})`);
  const named = new Set(found.map(({ providerKey }) => providerKey));
  const missed = listed.value.find(
    ({ idempotencyKey }) => keysOf(asking, owed).includes(idempotencyKey) && !named.has(idempotencyKey),
  );
  if (missed !== undefined) throw stays(`${name} lists ${missed.idempotencyKey} and does not know it when asked`);
  return found;
};

const byKeys = async (
  asking: Asking,
  owed: PlacedPayout,
  provider: PayoutProvider,
): Promise<readonly KnownAttempt[]> => {
  const found: KnownAttempt[] = [];
  let unknown = 0;
  for (let attempt = 1; attempt <= asking.mostAttempts || unknown < UNKNOWN_IN_A_ROW; attempt += 1) {
    const providerKey = providerKeyOf(owed.id, attempt);
    const said = await asked(provider.name, () => provider.get(callFor(asking, owed), providerKey));
    if (!said.ok && said.kind !== 'NOT_FOUND') throw stays(`${provider.name} does not answer (${said.kind})`);
    unknown = said.ok ? 0 : unknown + 1;
    if (!said.ok) continue;
    if (said.value.idempotencyKey !== providerKey) throw stays(`${provider.name} answers about another key`);
    found.push({ attempt, providerKey, provider: provider.name, state: said.value.state });
  }
  return found;
};

const keysOf = ({ mostAttempts }: Asking, { id }: PlacedPayout): readonly string[] =>
  Array.from({ length: mostAttempts + UNKNOWN_IN_A_ROW }, (_each, index) => providerKeyOf(id, index + 1));

const callFor = ({ clock }: Asking, { id, partnerId, mode }: PlacedPayout): CallContext => ({
  ...{ requestId: id, partnerId, mode },
  deadlineMs: clock.now() + CALL_TIMEOUT_MS,
});

export const stays = (why: string) => rejection('WRONG_STATE', `${why}: it stays held`);
