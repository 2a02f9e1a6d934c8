import { user } from '../../../../aggregates/user/user';
import { handle } from '../../../../commands/handling/handle';
import { createSnapshots, type Snapshot } from '../../../../commands/handling/reading/snapshots';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event, metadata } from '../../../../packages/testing/src/samples/sample-events';
import { asking, core, eventsOf, happened } from '../../../core';

const snapshot = (revision: number): Snapshot => ({ state: `at ${revision}`, revision, opening: metadata() });

test('remembers only long streams', () => {
  const snapshots = createSnapshots();
  snapshots.keep('user-u1', snapshot(49));
  expect(snapshots.find('user-u1')).toBeUndefined();
  snapshots.keep('user-u1', snapshot(50));
  expect(snapshots.find('user-u1')).toEqual(snapshot(50));
});

describe('commands on a long stream', () => {
  const stream = 'user-u1';
  const change = (name: string, type: 'BlockUser' | 'UnblockUser') => ({
    ...{ id: 'u1', context: asking(name, { isFresh: true }) },
    command: { type, userId: 'u1', reason: 'because', now: time(0) },
  });

  const withLongStream = async () => {
    const deps = core();
    const turns = Array.from({ length: 30 }, () => [event('UserBlocked'), event('UserUnblocked')]);
    await happened(deps.eventStore, event('UserRegistered'), ...turns.flat());
    const readFrom: number[] = [];
    const eventStore = {
      ...deps.eventStore,
      readStream: (name: string, fromRevision = 0) => {
        readFrom.push(fromRevision);
        return deps.eventStore.readStream(name, fromRevision);
      },
    };
    return { deps: { ...deps, eventStore, snapshots: createSnapshots() }, other: deps, readFrom };
  };

  test('read only the events that this process does not know', async () => {
    const { deps, readFrom } = await withLongStream();
    await handle(deps, user, change('first', 'BlockUser'));
    await handle(deps, user, change('second', 'UnblockUser'));
    expect(readFrom).toEqual([0, 61]);
    expect((await eventsOf(deps.eventStore, stream)).slice(-2).map(({ type }) => type)).toEqual([
      'UserBlocked',
      'UserUnblocked',
    ]);
  });

  test('decide on the events that another process has written since', async () => {
    const { deps, other } = await withLongStream();
    await handle(deps, user, change('first', 'BlockUser'));
    await handle(other, user, change('elsewhere', 'UnblockUser'));
    const handled = await handle(deps, user, change('second', 'BlockUser'));
    expect(handled).toMatchObject({ revision: 63, state: { status: 'BLOCKED' } });
    expect(handled.events).toHaveLength(1);
  });

  test('keep the correlation of the first event', async () => {
    const { deps } = await withLongStream();
    await handle(deps, user, change('first', 'BlockUser'));
    await handle(deps, user, change('second', 'UnblockUser'));
    const history = await deps.eventStore.readStream(stream);
    expect(history.at(-1)?.metadata.$correlationId).toBe(history[0]?.metadata.$correlationId);
  });
});
