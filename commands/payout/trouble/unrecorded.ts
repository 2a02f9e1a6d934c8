import { isSent, type PayoutState } from '../../../aggregates/payout/state';
import { stays } from '../../handling/by-every-key';
import type { PlacedPayout } from '../owners/owners';
import type { KnownAttempt } from './ask-everybody';

type Owed = Pick<PlacedPayout, 'payout' | 'sentTo'>;

/**
 * The attempt to take up that the log does not know: the last one, or the first that came back, since what followed
 * paid it again. Null: there is none. Refuses where another one may have been paid besides.
 */
export const unrecorded = ({ payout, sentTo }: Owed, known: readonly KnownAttempt[]): KnownAttempt | null => {
  const isUnsent = ({ providerKey }: KnownAttempt): boolean => (sentTo.get(providerKey) ?? null) === null;
  const next = nextAttemptOf(payout);
  const later = known.filter((each) => isUnsent(each) && each.attempt >= next);
  const found = later.find(({ state }) => state === 'RETURNED') ?? later.at(-1) ?? null;
  const open = isSent(payout) ? payout.providerKey : null;
  if (found !== null && open !== null) throw stays(`${told(found)}, and an earlier attempt is open`);
  const isAccountedFor = (each: KnownAttempt): boolean =>
    isUnsent(each)
      ? each === found || each.state === 'FAILED' || (found?.state === 'RETURNED' && each.attempt > found.attempt)
      : sentTo.get(each.providerKey) === each.provider && isInLog(payout, each);
  const other = known.find((each) => !isAccountedFor(each));
  if (other !== undefined) throw stays(`${told(other)}, which the log does not`);
  return found;
};

/** The first attempt that the log may have lost. */
const nextAttemptOf = (payout: PayoutState): number => {
  switch (payout.phase) {
    case 'NONE':
      return 1;
    case 'REQUESTED':
      return payout.attempt;
    case 'DISPATCHED':
    case 'UNKNOWN':
    case 'REJECTED':
    case 'SETTLED':
      return payout.attempt + 1;
    case 'FAILED':
      return Number.POSITIVE_INFINITY;
  }
};

/** As the log has it, or as it will be once it was asked about. */
const isInLog = (payout: PayoutState, { providerKey, state }: KnownAttempt): boolean =>
  state === 'FAILED' ||
  state === 'RETURNED' ||
  ((isSent(payout) || payout.phase === 'SETTLED') && payout.providerKey === providerKey);

const told = ({ provider, attempt, state }: KnownAttempt): string => `${provider} knows attempt ${attempt} as ${state}`;
