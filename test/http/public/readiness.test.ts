import { START } from '../../../aggregates/events';
import { readinessOf } from '../../../src/bin/health/readiness';
import { outlookWorld } from '../../doubles/stores-health';

type Adapters = Parameters<typeof readinessOf>[0];

const { storesHealth } = outlookWorld();

const takingAll = { isStopping: () => false, secondsRefused: async () => 0, storesHealth };

/** Stores that answer on command, and count the questions. */
const stores = () => {
  let asked = 0;
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const ask =
    <Answer>(told: Answer) =>
    async (): Promise<Answer> => {
      asked += 1;
      await answered;
      return told;
    };
  const ports = { query: ask([]), eventStore: { head: ask(START) } };
  const pair = { standing: () => ({ is: 'RIGHT' }), unheld: () => null };
  const adapters = { ports, pair, redis: null } as unknown as Adapters;
  return { adapters, asked: () => asked, answer: () => answer() };
};

describe('readiness', () => {
  it('asks each store once for all simultaneous requests', async () => {
    const { adapters, asked, answer } = stores();
    const readiness = readinessOf(adapters, null, takingAll);
    const all = Array.from({ length: 100 }, readiness);
    answer();
    expect(new Set((await Promise.all(all)).map(({ ready }) => ready))).toEqual(new Set([true]));
    expect(asked()).toBe(3);
    await readiness();
    expect(asked()).toBe(6);
  });

  it('ends at once when the service stops, even with unanswered questions', async () => {
    const { adapters, answer } = stores();
    let isStopping = false;
    const readiness = readinessOf(adapters, null, { ...takingAll, isStopping: () => isStopping });
    const before = readiness();
    isStopping = true;
    const after = await readiness();
    answer();
    expect(await before).toMatchObject({ ready: false });
    expect(after).toMatchObject({ ready: false, checks: { service: { ok: false, detail: 'stopping' } } });
  });
});
