import type { Logger } from 'pino';
import { systemClock } from '../../../../infra/clock';
import { checkEventStore } from '../../../../infra/event-store/check/check-event-store';
import { checkPostgres } from '../../../../infra/event-store/check/check-postgres';
import { CHECKS, type Finding, notChecked, type Outcome } from '../../../../infra/event-store/check/finding';
import { print } from '../operator';
import { lookAtPair } from './look-at-pair';
import { inPlaces, type Places } from './places';

interface CheckOptions {
  readonly json?: boolean;
}

/** `ledger store check`: exits with 1 and names the first fault, if there is one. */
export const checkStore = async ({ json }: CheckOptions): Promise<void> => {
  await inPlaces(async (places, logger) => tell(json, await findingsOf(places, logger)));
};

const findingsOf = async (places: Places, logger: Logger): Promise<readonly Finding[]> => {
  const nowMs = systemClock.now;
  const [store, database] = await Promise.all([
    places.eventStoreUrl === undefined ? [] : checkEventStore({ url: places.eventStoreUrl, nowMs }),
    checkPostgres({ databaseUrl: places.databaseUrl, nowMs }),
  ]);
  const found = [...store, ...database];
  const canCompare = found.every(({ outcome }) => outcome !== 'fault');
  const pair = canCompare
    ? await lookAtPair(places, logger)
    : notChecked('pair', 'not before the faults above are gone');
  return inOrder([...found, pair]);
};

const inOrder = (findings: readonly Finding[]): readonly Finding[] =>
  [...findings].sort((left, right) => CHECKS.indexOf(left.check) - CHECKS.indexOf(right.check));

const MARKS: Readonly<Record<Outcome, string>> = { ok: 'ok', warning: 'WARNING', fault: 'FAULT', 'not checked': '-' };

const WIDEST_MARK = Math.max(...Object.values(MARKS).map(({ length }) => length));
const WIDEST_CHECK = Math.max(...CHECKS.map(({ length }) => length));

const lineOf = ({ check, outcome, says }: Finding): string =>
  `${MARKS[outcome].padEnd(WIDEST_MARK)}  ${check.padEnd(WIDEST_CHECK)}  ${says}`;

const tell = (json: boolean | undefined, findings: readonly Finding[]): void => {
  const first = findings.find(({ outcome }) => outcome === 'fault') ?? null;
  print(json, { firstFault: first, checks: findings }, findings.map(lineOf));
  if (first === null) return;
  process.stderr.write(`${first.check}: ${first.says}\n`);
  process.exitCode = 1;
};
