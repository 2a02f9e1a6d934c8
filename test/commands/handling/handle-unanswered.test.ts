import { quote } from '../../../aggregates/quote/quote';
import { handle } from '../../../commands/handling/handle';
import type { EventStore } from '../../../commands/ports/event-store';
import { createMemoryEventStore } from '../../../infra/event-store/memory';
import { quoteIssued } from '../../../packages/testing/src/samples/sample-data';
import { asking, core, eventsOf } from '../../core';

const issue = (amountBaseUnits: string, isFresh: boolean, name = 'issue') => ({
  id: 'q1',
  context: asking(name, { isFresh }),
  command: { type: 'IssueQuote', terms: { ...quoteIssued, amountBaseUnits } } as const,
  opensStream: true,
});

/** Counts the reads. */
const counted = () => {
  const eventStore = createMemoryEventStore();
  const reads: string[] = [];
  const readStream: EventStore['readStream'] = (name, from) => {
    reads.push(name);
    return eventStore.readStream(name, from);
  };
  return { reads, eventStore: { ...eventStore, readStream } };
};

test('appends without reading when the caller needs no events, and a repetition writes no event', async () => {
  const { reads, eventStore } = counted();
  const deps = { ...core(), eventStore };
  await handle(deps, quote, { ...issue('1', false), isUnanswered: true });
  await handle(deps, quote, { ...issue('2', false), isUnanswered: true });
  expect(reads).toEqual([]);
  expect(await eventsOf(eventStore, 'quote-q1')).toMatchObject([{ data: { amountBaseUnits: '1' } }]);
});

test('reads the events of another command although the caller needs none', async () => {
  const { reads, eventStore } = counted();
  const deps = { ...core(), eventStore };
  await handle(deps, quote, issue('1', true));
  const second = await handle(deps, quote, { ...issue('2', false, 'another'), isUnanswered: true });
  expect([second.events, reads.length]).toEqual([[], 1]);
});
