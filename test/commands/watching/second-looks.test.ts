import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { CALM, watching } from './watching';

const FIVE_MINUTES_MS = 300_000;
const SAYS = 'The second check of a network has failed for five minutes';

const refused: Partial<ChainReader> = { rescan: () => Promise.reject(new Error('HTTP 413: limited to 10 blocks')) };

/** A chain with a payment in final block 1. */
const settled = async () => {
  const world = watching();
  const { chain, deps, lookAt } = world;
  chain.mine({});
  chain.pass(2);
  await world.look();
  chain.finalise(2);
  /** Looks every 20 s for this long. */
  const lookFor = async (lies: Partial<ChainReader>, durationMs: number) => {
    let last = await lookAt(lies);
    for (let passed = 0; passed < durationMs; passed += 20_000) {
      deps.clock.advance(20_000);
      last = await lookAt(lies);
    }
    return last;
  };
  const failing = () => world.cursors.at(-1)?.questions.failing;
  return { ...world, lookFor, failing };
};

describe('A rescan that fails', () => {
  it('raises one alert after five minutes, and is listed as a problem of the network', async () => {
    const { deps, lookFor, failing } = await settled();
    await lookFor(refused, FIVE_MINUTES_MS - 20_000);
    expect([deps.alerts, failing()]).toEqual([[], undefined]);
    await lookFor(refused, FIVE_MINUTES_MS);
    expect(failing()).toMatch(/^rescan since 20.{22}: .+ closed history .+ HTTP 413: limited to 10 blocks$/);
    expect(deps.alerts).toEqual([{ what: SAYS, facts: { network: 'ethereum', failing: failing() } }]);
  });

  it('is over with the first rescan that succeeds', async () => {
    const { look, deps, lookFor } = await settled();
    await lookFor(refused, FIVE_MINUTES_MS);
    deps.clock.advance(30_000);
    expect(await look()).toMatchObject(CALM);
  });

  it('stays a problem over a restart until a rescan succeeds', async () => {
    const { look, lookAt, deps, lookFor, restarted, failing } = await settled();
    await lookFor(refused, FIVE_MINUTES_MS);
    const before = failing();
    const process = restarted();
    await lookAt(refused, process);
    expect(failing()).toBe(before);
    deps.clock.advance(1_000);
    expect(await look(process)).toMatchObject(CALM);
    expect(deps.alerts).toHaveLength(1);
  });
});

describe('A deposit that is final', () => {
  const judged = (judgement: object): Partial<ChainReader> => ({
    judge: async (movements) => ({
      ...{ judgements: movements.map(() => judgement) as never, shortfalls: [], unprovedBlocks: 0 },
    }),
  });

  it('raises an alert when its check fails for five minutes', async () => {
    const { deps, lookFor, failing } = await settled();
    await lookFor(judged({ verdict: 'UNREADABLE', reason: 'no receipt' }), FIVE_MINUTES_MS);
    expect(failing()).toMatch(/^ethereum:0xd1:0 since .+: no receipt$/);
    expect(deps.alerts.map(({ what }) => what)).toEqual([SAYS]);
  });

  it('raises no alert while its check is pending', async () => {
    const { deps, lookFor, failing } = await settled();
    await lookFor(judged({ verdict: 'PENDING' }), 2 * FIVE_MINUTES_MS);
    expect([deps.alerts, failing()]).toEqual([[], undefined]);
  });
});
