import type { Traces } from '../../aggregates/closing/closing';
import { closeStream } from '../../commands/close-stream';
import { createMemoryEventStore } from '../../infra/event-store/memory';
import { event } from '../../packages/testing/src/samples/sample-events';
import { asking, core, eventsOf, happened, typesOf } from '../core';
import { withClosed } from '../doubles/closed-streams';

const STREAM = 'cashout-cid1';
const traces: Traces = { memos: ['lastro:cid1'], status: 'PENDING', event: null, isParked: true };

const lost = async (known: Traces = traces) => {
  const deps = { ...core(), eventStore: createMemoryEventStore() };
  await happened(deps.eventStore, event('CashoutIntentCreated'), event('DepositAccepted'));
  // As it is once the stream is parked: only the log itself shows it.
  const eventStore = { ...deps.eventStore, ...withClosed(deps.eventStore, STREAM) };
  const wired = { ...deps, eventStore, eventLog: deps.eventStore, readTraces: async () => known };
  const by = (name: string) =>
    closeStream(wired)(
      { stream: STREAM, reason: 'deleted by hand' },
      asking(name, { actor: { kind: 'operator', id: 'ana' }, reason: 'deleted by hand' }),
    );
  return { deps, by };
};

const ALARM = {
  what: 'A lost stream was closed: an operator must settle its payment',
  facts: { stream: STREAM, reason: 'deleted by hand' },
};

test('closes a truncated stream in a stream of its own, and alerts an operator', async () => {
  const { deps, by } = await lost();
  deps.eventStore.truncate(STREAM, 1);
  const { closed } = await by('first');
  expect(closed).toMatchObject({
    ...{ stream: STREAM, intentId: 'cid1', closedFor: 'GONE', actor: 'ana', reason: 'deleted by hand' },
    ...{
      detail: expect.stringContaining('the stream begins at revision 1'),
      lastKnown: { status: 'PENDING', event: null },
    },
  });
  expect(await eventsOf(deps.eventStore, `closing-${STREAM}`)).toEqual([{ type: 'StreamClosed', data: closed }]);
  expect(deps.alerts).toEqual([ALARM]);
});

test('answers a second closing with the first one, and writes no event', async () => {
  const { deps, by } = await lost();
  deps.eventStore.truncate(STREAM, Infinity);
  const [first, second] = [await by('first'), await by('second')];
  expect([first.position === null, second]).toEqual([false, { closed: first.closed, position: null }]);
  expect(first.closed.detail).toBe('the read models contain the stream, but the log has no events of it');
  expect(await typesOf(deps.eventStore, `closing-${STREAM}`)).toEqual(['StreamClosed']);
});

test('closes a stream as UNREADABLE after a foreign event in it', async () => {
  const { deps, by } = await lost();
  deps.eventStore.writeUnchecked(STREAM, { type: 'OrderPlaced' });
  expect((await by('first')).closed.closedFor).toBe('UNREADABLE');
});

test('refuses to close a whole stream, without an event or a report', async () => {
  const { deps, by } = await lost();
  await expect(by('first')).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
  expect([await typesOf(deps.eventStore, `closing-${STREAM}`), deps.alerts]).toEqual([[], []]);
});

test('closes no stream while the store is unreachable', async () => {
  const { deps, by } = await lost();
  Object.assign(deps.eventStore, { readStream: () => Promise.reject(new Error('away')) });
  await expect(by('first')).rejects.toThrow('away');
});
