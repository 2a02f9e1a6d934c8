import { checkEventStore } from '../../../../infra/event-store/check/check-event-store';
import type { CheckName, Finding } from '../../../../infra/event-store/check/finding';
import { NODE_NOW_MS } from '../scripted/script';

/** By the clock of scripted nodes, unless told. */
export const check = (url: string, nowMs = (): number => NODE_NOW_MS): Promise<readonly Finding[]> =>
  checkEventStore({ url, nowMs });

/** The one of this check. */
export const only = (findings: readonly Finding[], name: CheckName): Finding => {
  const found = findings.filter(({ check: its }) => its === name);
  expect(found).toHaveLength(1);
  return found[0]!;
};

export const faults = (findings: readonly Finding[]): readonly string[] =>
  findings.filter(({ outcome }) => outcome === 'fault').map(({ check: name, says }) => `${name}: ${says}`);
