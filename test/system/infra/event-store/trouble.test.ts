import { START } from '../../../../aggregates/events';
import { followStore } from '../../../../packages/testing/src/contracts/event-store/follower';
import { newStream } from '../../../../packages/testing/src/contracts/event-store/scene';
import {
  blockNumberOf,
  watermark,
  watermarks,
} from '../../../../packages/testing/src/contracts/event-store/watermarks';
import { openServerProgram, type ServerProgram } from './server-program';

describe('the official client during faults of our server', () => {
  let opened: ServerProgram;

  beforeEach(async () => {
    opened = await openServerProgram({ deadlineMs: 1_500, silenceMs: 500 });
  });
  afterEach(() => opened.close());

  it('answers `unknown` in time when the server is frozen, and a repetition settles it', async () => {
    const { store, signal } = opened;
    const stream = newStream();
    await store.append(stream, 'no_stream', watermarks(0));
    const proposed = watermarks(1, 2);
    signal('SIGSTOP');
    const frozen = await store.append(stream, 0, proposed);
    await expect(store.readStream(stream)).rejects.toThrow('sent no data');
    signal('SIGCONT');
    expect(frozen.outcome).toBe('unknown');
    expect(await store.append(stream, 0, proposed)).toMatchObject({ outcome: 'appended', revision: 2 });
    expect((await store.readStream(stream)).map(blockNumberOf)).toEqual(['0', '1', '2']);
  });

  it('continues its subscriptions after the server was killed and restarted', async () => {
    const { store, replace } = opened;
    const [stream, other] = [newStream(), newStream()];
    const followers = [followStore(store, START), followStore(store, START, { streamPrefixes: [stream] })];
    await store.append(stream, 'no_stream', watermarks(0, 1));
    await Promise.all(followers.map((one) => one.untilEvents(2)));
    await replace();
    await Promise.all(followers.map((one) => one.until(() => one.drops.length > 0)));
    const append = async (name: string, revision: number | 'no_stream', event = watermark(2)): Promise<void> => {
      const result = await store.append(name, revision, [event]).catch(() => ({ outcome: 'unknown' }));
      if (result.outcome === 'unknown') await append(name, revision, event);
      else expect(result.outcome).toBe('appended');
    };
    await append(other, 'no_stream');
    await append(stream, 1);
    await Promise.all([followers[0]!.untilEvents(4), followers[1]!.untilEvents(3)]);
    expect(followers[0]!.events.map(({ position }) => position.commit)).toEqual([1n, 2n, 3n, 4n]);
    expect(followers[1]!.events.map(blockNumberOf)).toEqual(['0', '1', '2']);
    await Promise.all(followers.map(({ stop }) => stop()));
  });

  it('keeps other connections of the process when one dies', async () => {
    const dying = opened;
    // Patient, so that a busy machine's slowness is not taken for a disturbance.
    const other = await openServerProgram({ deadlineMs: 60_000, silenceMs: 60_000 });
    let written = 0;
    let enough = (): void => undefined;
    const writing = new Promise<void>((resolve) => {
      enough = resolve;
    });
    const write = async (writer: number): Promise<void> => {
      for (let index = 0; index < 60; index += 1) {
        const store = writer % 2 === 0 ? other.store : dying.store;
        const appending = store.append(newStream(), 'no_stream', watermarks(index));
        if (writer % 2 === 0) expect((await appending).outcome).toBe('appended');
        // The dying connection refuses some appends, since too many wait for it.
        else await appending.catch(() => undefined);
        written += 1;
        if (written === 500) enough();
      }
    };
    const writers = Promise.all(Array.from({ length: 64 }, (_, writer) => write(writer)));
    await writing;
    await dying.replace();
    await writers;
    await other.close();
  });

  it('restarts a subscription that became silent when the server froze', async () => {
    const { store, signal } = opened;
    const follower = followStore(store, START);
    await follower.until(() => follower.caughtUp() > 0);
    signal('SIGSTOP');
    await follower.until(() => follower.drops.length > 0);
    signal('SIGCONT');
    await store.append(newStream(), 'no_stream', watermarks(5));
    await follower.untilEvents(1);
    expect(follower.events.map(blockNumberOf)).toEqual(['5']);
    await follower.stop();
  });
});
