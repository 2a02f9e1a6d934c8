import { user } from '../../../../aggregates/user/user';
import { handle } from '../../../../commands/handling/handle';
import { createKnownStreams } from '../../../../commands/handling/reading/known-streams';
import { knownStateOf, recalledStateOf } from '../../../../commands/handling/reading/read-stream';
import { createSharedReads } from '../../../../commands/handling/reading/shared-reads';
import type { EventStore } from '../../../../commands/ports/event-store';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asking, core, eventsOf, happened } from '../../../core';
import { type Fault, faultyStore } from '../../../doubles/faulty-store';

const stream = 'user-u1';
const registered = event('UserRegistered');
const linked = event('WalletLinked', { linkedAt: time(1) });
const blocked = event('UserBlocked', { reason: 'because', blockedAt: time(0) });
const block = {
  id: 'u1',
  context: asking('block'),
  command: { type: 'BlockUser', userId: 'u1', reason: 'because', now: time(0) },
} as const;

/** A registered user, in a store that records its reads. */
const withUser = async () => {
  const deps = core();
  await happened(deps.eventStore, registered);
  const reads: string[] = [];
  const readStream: EventStore['readStream'] = (name, from) => {
    reads.push(name);
    return deps.eventStore.readStream(name, from);
  };
  return { ...deps, reads, eventStore: { ...deps.eventStore, readStream } };
};

const written = async ({ eventStore }: { readonly eventStore: EventStore }) =>
  (await eventsOf(eventStore, stream)).slice(1);

const recalling = { ...block, recalls: true };

describe('a stream that this process knows', () => {
  test('is not read, and keeps the partner of its first event in new events', async () => {
    const deps = await withUser();
    expect(await recalledStateOf(deps, user, 'u1')).toMatchObject({ status: 'ACTIVE' });
    expect(await recalledStateOf(deps, user, 'u1')).toMatchObject({ status: 'ACTIVE' });
    const handled = await handle(deps, user, recalling);
    expect(deps.reads).toEqual([stream]);
    expect(handled).toMatchObject({ events: [blocked], revision: 1, opening: { partnerId: 'p1' } });
    expect((await deps.eventStore.readStream(stream))[1]?.metadata).toMatchObject({ partnerId: 'p1' });
  });

  test('has the state that the last command left', async () => {
    const deps = await withUser();
    await handle(deps, user, recalling);
    const unblock = { type: 'UnblockUser', userId: 'u1', reason: 'sorry', now: time(1) } as const;
    await handle(deps, user, { id: 'u1', context: asking('unblock'), command: unblock, recalls: true });
    expect(deps.reads).toEqual([stream]);
    expect((await written(deps)).map(({ type }) => type)).toEqual(['UserBlocked', 'UserUnblocked']);
  });

  test('is read after a write of another process', async () => {
    const deps = await withUser();
    await recalledStateOf(deps, user, 'u1');
    await happened(deps.eventStore, linked);
    await handle(deps, user, recalling);
    expect(await written(deps)).toEqual([linked, blocked]);
  });

  test('refuses no command before it has been read', async () => {
    const deps = await withUser();
    deps.knownStreams.keep(stream, { state: user.initial, revision: -1, opening: undefined });
    await handle(deps, user, recalling);
    expect(await written(deps)).toEqual([blocked]);
  });

  test('is read for a command that is done in it, and the command then repeats its answer', async () => {
    const deps = await withUser();
    const first = await handle(deps, user, recalling);
    const again = await handle(deps, user, recalling);
    expect(again.events.map(({ type }) => type)).toEqual(['UserBlocked']);
    expect(again.position).toEqual(first.position);
    expect(await written(deps)).toEqual([blocked]);
  });

  test.each<Fault>(['lost before', 'lost after'])('is read after an answer that was %s', async (fault) => {
    const deps = await withUser();
    await recalledStateOf(deps, user, 'u1');
    const eventStore = faultyStore(deps.eventStore, (append) => (append === 0 ? fault : null));
    const handled = await handle({ ...deps, eventStore }, user, recalling);
    expect(handled.events.map(({ type }) => type)).toEqual(['UserBlocked']);
    expect(await written(deps)).toEqual([blocked]);
  });
});

test('keeps only the latest streams within its limit', () => {
  const knownStreams = createKnownStreams(2);
  const known = { state: {}, revision: 0, opening: undefined };
  for (const name of ['a', 'b', 'a', 'c']) knownStreams.keep(name, known);
  expect(['a', 'b', 'c'].map((name) => knownStreams.find(name) !== undefined)).toEqual([true, false, true]);
});

test('shares one later read among all questions that arrive during a read', async () => {
  const deps = { ...(await withUser()), sharedReads: createSharedReads() };
  const states = await Promise.all(Array.from({ length: 20 }, () => knownStateOf(deps, user, 'u1')));
  expect(states.map(({ status }) => status)).toEqual(Array(20).fill('ACTIVE'));
  expect(deps.reads).toHaveLength(2);
});
