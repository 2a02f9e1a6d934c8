import type { EventType, LedgerEvent } from '../../../aggregates/events';
import { event, recordAll } from '../../samples/sample-events';
import { sumUp } from './books';

/** What is left when the events have happened, without what is even. */
export const left = (...events: readonly LedgerEvent[]): Readonly<Record<string, string>> => {
  const { balances, breaches: found } = sumUp(recordAll(events));
  expect(found).toEqual([]);
  const open = [...balances].filter(([, amount]) => amount !== 0n);
  return Object.fromEntries(open.map(([name, amount]) => [name, amount.toString()]));
};

export const breaches = (...events: readonly LedgerEvent[]): readonly string[] => sumUp(recordAll(events)).breaches;

export const all = (...types: readonly EventType[]): readonly LedgerEvent[] => types.map((type) => event(type));
