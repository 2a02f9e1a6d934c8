import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { threadId } from 'node:worker_threads';
import { openReaderThread, type ReaderThread } from '../../../../../infra/chains/thread/reader-thread';
import { networkOf, optionsFor } from '../evm/scenario';

const ENTRY = path.join(__dirname, 'scripted-reader-thread.cjs');

/** Old and young generation together. */
const LARGEST_HEAP_MB = 512 + 12;

type Method = (...parameters: readonly unknown[]) => Promise<unknown>;
type Scripted = Readonly<Record<string, unknown>>;
type Line = readonly [string, ...unknown[]];

let thread: ReaderThread;
let lines: Line[];
const ends: unknown[] = [];

const open = async (name = 'one'): Promise<Scripted> => {
  const say =
    (to: string) =>
    (...parameters: readonly unknown[]) =>
      void lines.push([to, ...parameters]);
  const options = {
    ...optionsFor({ url: 'http://127.0.0.1:1', chainId: 1 }),
    network: { ...networkOf(1), name },
    logger: { info: say('info'), warn: say('warn') },
    alert: say('alert'),
  };
  return (await thread.createChainReader(options)) as unknown as Scripted;
};

const ask = (reader: Scripted, method: string, ...parameters: readonly unknown[]): Promise<unknown> => {
  const found = reader[method] as Method | undefined;
  if (found === undefined) throw new Error(`the reader has no ${method}`);
  return found(...parameters);
};

const openThread = (): ReaderThread =>
  openReaderThread({ entry: ENTRY, logger: { error: (facts) => void ends.push(facts) } });

beforeEach(() => {
  lines = [];
  ends.length = 0;
  thread = openThread();
});
afterEach(() => thread.close());

describe('Readers in a thread of their own', () => {
  it('answer from the same thread, each for its own network', async () => {
    const [one, other] = await Promise.all([open('one'), open('other')]);
    expect([one.network, other.network]).toEqual(['one', 'other']);
    const [first, second] = [await ask(one, 'threadId'), await ask(other, 'threadId')];
    expect(first).toBe(second);
    expect(first).not.toBe(threadId);
  });

  it('reject with the message of an error and the allowed parts only', async () => {
    const reader = await open();
    const error = await ask(reader, 'fail').catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'TypeError', message: 'no block' });
    expect(error).not.toHaveProperty('secret');
    const told = { message: 'another chain', foreignChain: '31337', aheadOfClockMs: 61_000 };
    await expect(ask(reader, 'failTelling')).rejects.toMatchObject(told);
    await expect(ask(reader, 'failBadly')).rejects.toThrow('no error at all');
    await expect(ask(reader, 'function')).rejects.toThrow('could not be cloned');
    await expect(ask(reader, 'echo', () => undefined)).rejects.toThrow('could not be cloned');
  });

  it('log and raise alarms in the main thread, even with facts that cannot be cloned', async () => {
    await ask(await open(), 'say');
    expect(lines).toEqual([
      ['info', { network: 'one' }, 'opened'],
      ['warn', { err: expect.objectContaining({ message: 'a fact' }) as unknown, height: 5n }, 'a line'],
      ['warn', { unreadable: 'object' }, 'a line with a function'],
      ['alert', 'an alarm', { network: 'one' }],
    ]);
  });

  it.each([
    'die',
    'crash',
  ])('%s: rejects the open calls with a log, and the next call starts a new thread', async (how) => {
    const [one, other] = [await open('one'), await open('other')];
    const before = await ask(other, 'threadId');
    const hanging = [ask(one, 'hang'), ask(other, 'hang'), ask(one, how)];
    for (const { status } of await Promise.allSettled(hanging)) expect(status).toBe('rejected');
    expect(ends).toHaveLength(1);
    const [first, second] = await Promise.all([ask(one, 'threadId'), ask(other, 'threadId')]);
    expect(first).toBe(second);
    expect(first).not.toBe(before);
  });

  it('are closed with their thread, and then asked nothing more', async () => {
    const reader = await open();
    const hanging = ask(reader, 'hang').catch((error: unknown) => error);
    await ask(reader, 'echo', 'after it');
    await thread.close();
    expect(lines).toContainEqual(['info', { network: 'one' }, 'closed']);
    expect(await hanging).toMatchObject({ message: 'The thread of the chain readers has stopped' });
    await expect(ask(reader, 'echo', 1)).rejects.toThrow('The chain reader is closed');
    await expect(open()).rejects.toThrow('The chain reader is closed');
    expect(ends).toEqual([]);
    await thread.close();
  });

  it('use a small heap, despite the command line of the main thread', async () => {
    await ask(await open(), 'environment');
    await thread.close();
    setFlagsFromString('--max-semi-space-size=32');
    thread = openThread();
    expect(await ask(await open(), 'largestHeapMb')).toBeLessThanOrEqual(LARGEST_HEAP_MB);
  });

  it('know nothing of the environment but the path of programs', async () => {
    expect(await ask(await open(), 'environment')).toEqual(['PATH']);
  });
});

it('stay in this thread when they run from sources', async () => {
  const here = openReaderThread({ logger: { error: () => undefined } });
  const reader = await here.createChainReader(optionsFor({ url: 'http://127.0.0.1:1', chainId: 31_337 }));
  expect(reader.network).toBe('local');
  await here.close();
});
