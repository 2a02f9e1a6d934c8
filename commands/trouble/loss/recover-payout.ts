import { isSent, type PayoutState } from '../../../aggregates/payout/state';
import { providerKeyOf } from '../../handling/deterministic-ids';
import { type AskList, listWhole } from '../../payout/list-whole';
import { asked } from '../../payout/outcome/payout-answer';
import { askedUnder, type PlacedPayout } from '../../payout/owners/owners';
import type { Payout, PayoutProvider } from '../../ports/providers/payout-provider';
import type { CallContext } from '../../ports/providers/result';
import type { TroubleDeps } from '../steps/step';
import { ATTEMPTS_AT_MOST, attemptsAllowed, byEveryKey, stays } from './by-every-key';

export type AskingDeps = Pick<TroubleDeps, 'clock' | 'everyPayoutProvider' | 'settings'>;

export interface KnownAttempt {
  readonly attempt: number;
  readonly providerKey: string;
  readonly provider: string;
  readonly state: Payout['state'];
}

type Asked = Pick<PlacedPayout, 'id' | 'partnerId' | 'mode' | 'terms' | 'sentTo' | 'sentAt'>;

const HOUR_MS = 3_600_000;

const beforeLoss = (lostSince: string): string => new Date(Date.parse(lostSince) - HOUR_MS).toISOString();
const CALL_TIMEOUT_MS = 10_000;

/** Asks by each key, and reads the list from an hour before the loss. Refuses WRONG_STATE without a clear answer. */
export const askEverybody = async (
  deps: AskingDeps,
  owed: Asked,
  lostSince: string,
): Promise<readonly KnownAttempt[]> => {
  const known: KnownAttempt[] = [];
  for (const provider of everybody(deps, owed)) known.push(...(await askOne(deps, owed, lostSince, provider)));
  return known.toSorted((left, right) => left.attempt - right.attempt);
};

const everybody = ({ everyPayoutProvider }: AskingDeps, { mode, sentTo }: Asked): readonly PayoutProvider[] => {
  const ofMode = everyPayoutProvider.filter((provider) => provider.mode === mode);
  const missing = [...sentTo.values()].find((name) => name !== null && ofMode.every((each) => each.name !== name));
  if (missing !== undefined) throw stays(`${missing} has an order and is not configured`);
  if (ofMode.length === 0) throw stays('No provider is configured');
  const forgetful = ofMode.find(({ idempotency }) => idempotency !== 'NATIVE');
  if (forgetful !== undefined) throw stays(`${forgetful.name} does not store idempotency keys`);
  return ofMode;
};

const askOne = async (
  deps: AskingDeps,
  owed: Asked,
  lostSince: string,
  provider: PayoutProvider,
): Promise<readonly KnownAttempt[]> => {
  const { name } = provider;
  const found = await byEveryKey({
    provider: name,
    // A log with more attempts than the present limit was written under a higher limit.
    attempts: Math.max(attemptsAllowed(deps), owed.sentTo.size),
    keyOf: (attempt) => providerKeyOf(owed.id, attempt),
    ask: (key) => provider.get(callFor(deps, owed), askedUnder(owed, key, beforeLoss(lostSince))),
  });
  if (found.some(({ key, value }) => value.idempotencyKey !== key)) throw stays(`${name} answered for another key`);
  const known = found.map(({ attempt, key, value }) => ({
    attempt,
    providerKey: key,
    provider: name,
    state: value.state,
  }));
  await mustListNoOther(deps, owed, { lostSince, provider, known });
  return known;
};

interface AskedByKey {
  readonly lostSince: string;
  readonly provider: PayoutProvider;
  readonly known: readonly KnownAttempt[];
}

const mustListNoOther = async (
  deps: AskingDeps,
  owed: Asked,
  { lostSince, provider, known }: AskedByKey,
): Promise<void> => {
  const { name } = provider;
  const ours = new Set(Array.from({ length: ATTEMPTS_AT_MOST }, (_, index) => providerKeyOf(owed.id, index + 1)));
  for (const { providerKey } of known) ours.delete(providerKey);
  const list: AskList = ({ fromMs, toMs }) =>
    asked(name, () => provider.list(callFor(deps, owed), new Date(fromMs).toISOString(), new Date(toMs).toISOString()));
  const window = { fromMs: Date.parse(lostSince) - HOUR_MS, toMs: deps.clock.now() };
  for await (const listed of listWhole(list, window)) {
    if (!listed.ok) throw stays(`${name} does not list its payments (${listed.kind})`);
    const missed = listed.value.find(({ idempotencyKey: key }) => ours.has(key));
    if (missed !== undefined) throw stays(`${name} lists ${missed.idempotencyKey} but denies it when asked`);
  }
};

const callFor = ({ clock }: AskingDeps, { id, partnerId, mode }: Asked): CallContext => ({
  ...{ requestId: id, partnerId, mode },
  deadlineMs: clock.now() + CALL_TIMEOUT_MS,
});

/** The last attempt that the log lacks, or the first returned one. Null: none. Refuses where another may be paid. */
export const unrecorded = (
  { payout, sentTo }: Pick<PlacedPayout, 'payout' | 'sentTo'>,
  known: readonly KnownAttempt[],
): KnownAttempt | null => {
  const isUnsent = ({ providerKey }: KnownAttempt): boolean => (sentTo.get(providerKey) ?? null) === null;
  const next = nextAttemptOf(payout);
  const later = known.filter((each) => isUnsent(each) && each.attempt >= next);
  const found = later.find(({ state }) => state === 'RETURNED') ?? later.at(-1) ?? null;
  if (found !== null && isSent(payout)) throw stays(`${wordsOf(found)}, but an earlier attempt is still open`);
  const isAccountedFor = (each: KnownAttempt): boolean =>
    isUnsent(each)
      ? each === found || each.state === 'FAILED' || (found?.state === 'RETURNED' && each.attempt > found.attempt)
      : sentTo.get(each.providerKey) === each.provider && isInLog(payout, each);
  const other = known.find((each) => !isAccountedFor(each));
  if (other !== undefined) throw stays(`${wordsOf(other)}, but the log does not contain it`);
  return found;
};

const nextAttemptOf = (payout: PayoutState): number => {
  if (payout.phase === 'NONE') return 1;
  if (payout.phase === 'FAILED') return Number.POSITIVE_INFINITY;
  return payout.phase === 'REQUESTED' ? payout.attempt : payout.attempt + 1;
};

const isInLog = (payout: PayoutState, { providerKey, state }: KnownAttempt): boolean =>
  state === 'FAILED' ||
  state === 'RETURNED' ||
  ((isSent(payout) || payout.phase === 'SETTLED') && payout.providerKey === providerKey);

const wordsOf = ({ provider, attempt, state }: KnownAttempt): string =>
  `${provider} reports attempt ${attempt} as ${state}`;
