import { systemClock } from '../../../infra/clock';
import type { SandboxBook } from '../../../infra/providers/sandbox/book/sandbox-book';
import type { PostCallback } from '../../../infra/providers/sandbox/callback-wire';
import { createCallbacks } from '../../../infra/providers/sandbox/callbacks';
import type { SandboxOptions } from '../../../infra/providers/sandbox/sandbox';
import { freshKey, mustSucceed } from '../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import { createMemoryBook } from '../../../packages/testing/src/ledger/memory/memory-book';
import { CALLBACK_SECRET, keyIn, postTo } from '../../doubles/callback-post';
import { memorySandbox } from './memory-sandbox';

/** Plans one callback about a payout of this key. */
const plan = (book: SandboxBook, about: string, dueAtMs: number): Promise<null> => {
  const callback = { place: '0', eventId: 'sbx_evt_1', type: 'payout.changed', about, dueAtMs, forged: false } as const;
  const key = { partnerId: 'p', idempotencyKey: about };
  return book.change('payout', key, dueAtMs, () => ({ answer: null, state: {}, callbacks: [callback] }));
};

/** Resolves with each hint in turn. */
const inbox = () => {
  const waiting: ((key: string) => void)[] = [];
  const arrived: string[] = [];
  const take = (key: string): void => {
    const next = waiting.shift();
    if (next === undefined) arrived.push(key);
    else next(key);
  };
  const next = (): Promise<string> =>
    new Promise((resolve) => {
      const key = arrived.shift();
      if (key === undefined) waiting.push(resolve);
      else resolve(key);
    });
  return { take, next };
};

const running = (changes: Partial<SandboxOptions> & { readonly post?: PostCallback } = {}) => {
  const [mail, troubles] = [inbox(), inbox()];
  const { post = postTo(systemClock, (callback) => mail.take(keyIn(callback))), ...others } = changes;
  const calling = { secret: CALLBACK_SECRET, post, onTrouble: troubles.take };
  const sandbox = memorySandbox(systemClock, { settleDelayMs: 20, calling, ...others });
  const pay = async (scenario = 'DEFAULT'): Promise<string> => {
    const now = systemClock.now();
    const idempotencyKey = freshKey();
    const method = { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' } as const;
    const notAfter = new Date(now + 15_000).toISOString();
    const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: now + 15_000 } as const;
    mustSucceed(await sandbox.payouts.create(context, { idempotencyKey, amount: 1n, method, notAfter, scenario }));
    return idempotencyKey;
  };
  return { ...sandbox, mail, troubles, pay };
};

describe('the running simulated bank', () => {
  test('makes a callback about each order by itself', async () => {
    const { callbacks, mail, pay } = running();
    callbacks.start();
    const keys = [await pay(), await pay(), await pay()];
    expect([await mail.next(), await mail.next(), await mail.next()].sort()).toEqual(keys.sort());
    await callbacks.stop();
  });

  test('makes callbacks about orders from before its start', async () => {
    const { callbacks, mail, pay } = running();
    const key = await pay();
    callbacks.start();
    expect(await mail.next()).toBe(key);
    await callbacks.stop();
  });

  test('continues when a hint is not accepted, and reports it', async () => {
    let calls = 0;
    const mail = inbox();
    const { callbacks, troubles, pay } = running({
      post: postTo(systemClock, (callback) => {
        calls += 1;
        if (calls === 1) throw new Error('busy');
        mail.take(keyIn(callback));
      }),
    });
    callbacks.start();
    await pay();
    expect(await troubles.next()).toContain('was not accepted: 503');
    const second = await pay();
    expect(await mail.next()).toBe(second);
    await callbacks.stop();
  });

  test('continues when its books are briefly unreachable, and reports it', async () => {
    const book = createMemoryBook();
    let away = true;
    const takeCallbacks: typeof book.takeCallbacks = async (...asked) => {
      if (away) throw new Error('no database');
      return book.takeCallbacks(...asked);
    };
    const { callbacks, mail, troubles, pay } = running({ book: { ...book, takeCallbacks } });
    callbacks.start();
    expect(await troubles.next()).toContain('no database');
    away = false;
    const key = await pay();
    expect(await mail.next()).toBe(key);
    await callbacks.stop();
  });

  test('makes no callback after its stop, and can start again', async () => {
    const { callbacks, mail, pay } = running();
    callbacks.start();
    await callbacks.stop();
    const key = await pay();
    callbacks.start();
    expect(await mail.next()).toBe(key);
    await callbacks.stop();
  });
});

describe('a callback that is not accepted', () => {
  const stubborn = async (refusals: number) => {
    const clock = manualClock();
    const book = createMemoryBook();
    const troubles: string[] = [];
    const madeAtMs: number[] = [];
    const startMs = clock.now();
    const post: PostCallback = async (_surface, { body }) => {
      expect(JSON.parse(body)).toMatchObject({ at: new Date(startMs).toISOString() });
      madeAtMs.push(clock.now() - startMs);
      if (madeAtMs.length > refusals) return 200;
      // Some refuse, and some do not answer.
      if (madeAtMs.length % 2 === 0) throw new Error('nobody answers');
      return 503;
    };
    const onTrouble = (message: string): void => void troubles.push(message);
    const { makeDue } = createCallbacks({ book, clock, secret: CALLBACK_SECRET, post, onTrouble });
    await plan(book, 'key-1', startMs);
    const live = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await makeDue();
        clock.advance(1_000);
      }
    };
    return { book, clock, makeDue, live, troubles, madeAtMs };
  };

  test('is repeated at growing intervals until it is accepted', async () => {
    const { live, madeAtMs } = await stubborn(4);
    await live(60);
    expect(madeAtMs).toEqual([0, 1_000, 3_000, 7_000, 15_000]);
  });

  test('is given up in the end, with a log line', async () => {
    const { live, madeAtMs, troubles } = await stubborn(Number.POSITIVE_INFINITY);
    await live(30_000);
    expect([madeAtMs.length, troubles.at(-1)]).toEqual([100, expect.stringContaining('given up after 100 tries')]);
    expect(Math.max(...madeAtMs.map((atMs, index) => atMs - (madeAtMs[index - 1] ?? 0)))).toBe(300_000);
  });

  test('is made by another process after the lease of a dead process', async () => {
    const { book, clock, makeDue, madeAtMs } = await stubborn(0);
    await book.takeCallbacks(clock.now(), clock.now() + 120_000, 10);
    expect([await makeDue(), madeAtMs]).toEqual([0, []]);
    clock.advance(120_000);
    expect([await makeDue(), madeAtMs, await makeDue()]).toEqual([1, [120_000], 0]);
  });
});
