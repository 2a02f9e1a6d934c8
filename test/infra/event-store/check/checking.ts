import { checkEventStore } from '../../../../infra/event-store/check/check-event-store';
import type { CheckName, Finding } from '../../../../infra/event-store/check/finding';

export const check = (url: string): Promise<readonly Finding[]> => checkEventStore({ url, nowMs: Date.now });

/** The one of this check. */
export const only = (findings: readonly Finding[], name: CheckName): Finding => {
  const found = findings.filter(({ check: its }) => its === name);
  expect(found).toHaveLength(1);
  return found[0]!;
};

export const faults = (findings: readonly Finding[]): readonly string[] =>
  findings.filter(({ outcome }) => outcome === 'fault').map(({ check: name, says }) => `${name}: ${says}`);
