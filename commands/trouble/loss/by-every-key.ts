import type { KnownCashin } from '../../../aggregates/cashin/state';
import type { Recorded } from '../../../aggregates/events';
import { rejection } from '../../../aggregates/rejection';
import { asked } from '../../payout/outcome/payout-answer';
import type { Result } from '../../ports/providers/result';
import type { TroubleDeps } from '../steps/step';

export interface HeldHistory {
  readonly state: KnownCashin;
  readonly history: readonly Recorded[];
}

export interface EveryKey<Value> {
  readonly provider: string;
  /** So many are asked about in any case. */
  readonly attempts: number;
  readonly keyOf: (attempt: number) => string;
  readonly ask: (key: string) => Promise<Result<Value>>;
}

export interface Known<Value> {
  readonly attempt: number;
  readonly key: string;
  readonly value: Value;
}

/** So many attempts in a row that the provider does not know end the search. */
const UNKNOWN_IN_A_ROW = 3;

/** A provider that knows this many keys would accept any key. */
export const ATTEMPTS_AT_MOST = 100;

/** Asks by each key that may have been used, in the order of attempts. Refuses WRONG_STATE without a clear answer. */
export const byEveryKey = async <Value>(search: EveryKey<Value>): Promise<readonly Known<Value>[]> => {
  const { provider, attempts, keyOf, ask } = search;
  const known: Known<Value>[] = [];
  let unknown = 0;
  for (let attempt = 1; attempt <= attempts || unknown < UNKNOWN_IN_A_ROW; attempt += 1) {
    if (attempt > ATTEMPTS_AT_MOST) throw stays(`${provider} confirms every key, even unused ones`);
    const key = keyOf(attempt);
    const said = await asked(provider, () => ask(key));
    if (!said.ok && said.kind !== 'NOT_FOUND') throw stays(`${provider} does not answer for key ${key} (${said.kind})`);
    unknown = said.ok ? 0 : unknown + 1;
    if (said.ok) known.push({ attempt, key, value: said.value });
  }
  return known;
};

interface Logged {
  readonly provider: string;
  readonly noun: string;
  readonly hasFailed: (key: string) => boolean;
  readonly made: { readonly key: string; readonly state: string } | null;
}

/** `over`: final states. Refuses WRONG_STATE where provider and log cannot both be right. */
export const mustAgree = (
  { provider, noun, hasFailed, made }: Logged,
  over: readonly string[],
  known: readonly Known<{ readonly state: string }>[],
): void => {
  const last = known.at(-1)?.key;
  // Only the last order may still be open.
  const standing = known.find(({ key, value }) => (key !== last || hasFailed(key)) && !over.includes(value.state));
  if (standing !== undefined)
    throw stays(`${provider} reports ${standing.value.state} for ${noun} ${standing.key}, but the log has its failure`);
  if (made !== null && !known.some(({ key, value }) => key === made.key && value.state === made.state))
    throw stays(`${provider} does not know ${noun} ${made.key}, but the log has its success`);
};

/** The first attempt waits for no delay. */
export const attemptsAllowed = ({ settings }: Pick<TroubleDeps, 'settings'>): number =>
  settings.payoutAttemptDelaysMs.length + 1;

export const stays = (why: string) => rejection('WRONG_STATE', `The payment stays on hold: ${why}`);
