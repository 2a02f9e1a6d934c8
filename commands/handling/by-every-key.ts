import { rejection } from '../../aggregates/rejection';
import { asked } from '../payout/payout-answer';
import type { Result } from '../ports/result';

export interface EveryKey<Value> {
  readonly provider: string;
  /** So many are asked about in any case. */
  readonly attempts: number;
  readonly keyOf: (attempt: number) => string;
  readonly ask: (key: string) => Promise<Result<Value>>;
}

/** What a provider knows of an attempt, whatever the log says. */
export interface Known<Value> {
  readonly attempt: number;
  readonly key: string;
  readonly value: Value;
}

/** So many attempts in a row that the provider does not know end the search. */
const UNKNOWN_IN_A_ROW = 3;

/** Nobody sends so often: whoever knows every key knows none. */
export const ATTEMPTS_AT_MOST = 100;

/** Asks by each key that may have been used, in the order of attempts. Refuses WRONG_STATE without a clear answer. */
export const byEveryKey = async <Value>(search: EveryKey<Value>): Promise<readonly Known<Value>[]> => {
  const { provider, attempts, keyOf, ask } = search;
  const known: Known<Value>[] = [];
  let unknown = 0;
  for (let attempt = 1; attempt <= attempts || unknown < UNKNOWN_IN_A_ROW; attempt += 1) {
    if (attempt > ATTEMPTS_AT_MOST) throw stays(`${provider} knows every key that it is asked about`);
    const key = keyOf(attempt);
    const said = await asked(provider, () => ask(key));
    if (!said.ok && said.kind !== 'NOT_FOUND') throw stays(`${provider} does not answer about ${key} (${said.kind})`);
    unknown = said.ok ? 0 : unknown + 1;
    if (said.ok) known.push({ attempt, key, value: said.value });
  }
  return known;
};

export const stays = (why: string) => rejection('WRONG_STATE', `It stays held: ${why}`);
