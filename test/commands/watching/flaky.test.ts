import type { ChainReader } from '../../../commands/ports/chains/chain-reader';
import { randomOf } from '../../simulation/world/random';
import { watching } from './watching';

const PAYMENTS = 100;
const SEED = 1;
const FAILS_PERCENT = 10;
const ROUNDS = 250;
const BETWEEN_LOOKS_MS = 200;

const txidOf = (payment: number): string => `0x${String(payment).padStart(3, '0')}`;

/** A node that fails one call in ten, and of each scan leaves one transaction in ten unread. */
const flakyReader = ({ reader }: ReturnType<typeof watching>['chain'], seed: number): ChainReader => {
  const random = randomOf(seed);
  const isLost = () => random.chance(FAILS_PERCENT);
  const failing =
    <Args extends readonly unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
    (...args: Args): Promise<Answer> =>
      isLost() ? Promise.reject(new Error('429')) : call(...args);
  return {
    ...reader,
    heads: failing(reader.heads),
    hashAt: failing(reader.hashAt),
    rescan: failing(reader.rescan),
    read: async (transactions) =>
      (await failing(reader.read)(transactions)).map((reading) =>
        isLost() ? { outcome: 'UNREAD', reason: 'no receipt' } : reading,
      ),
    judge: async (movements) => {
      const judged = await failing(reader.judge)(movements);
      const judgements = judged.judgements.map((one) =>
        isLost() ? ({ verdict: 'UNREADABLE', reason: 'no receipt' } as const) : one,
      );
      return { ...judged, judgements };
    },
    scan: async (asked) => {
      const found = await failing(reader.scan)(asked);
      if (found.outcome === 'GAP') return found;
      const lost = found.movements.filter(isLost);
      const unread = lost.map(({ movement: { txid, blockNumber, blockHash, memos } }) => ({
        ...{ txid, height: BigInt(blockNumber), blockHash, memos },
        reason: 'no receipt',
      }));
      return { ...found, movements: found.movements.filter((movement) => !lost.includes(movement)), unread };
    },
  };
};

test('observes each of 100 payments before the watermark passes it, over a node that fails one call in ten', async () => {
  const world = watching({ watermarkMatters: async () => true });
  const { deps, chain, look, unread, rows } = world;
  const reader = flakyReader(chain, SEED);
  for (let round = 0; round < ROUNDS; round += 1) {
    deps.clock.advance(BETWEEN_LOOKS_MS);
    if (round < PAYMENTS) {
      chain.mine({ txid: txidOf(round) });
      chain.finalise(Math.max(0, round - 5));
    } else chain.finalise(chain.newestNumber());
    await look({ reader }).catch((error: unknown) => expect(error).toEqual(new Error('429')));
    const seen = new Set((await rows()).map(({ txid }) => txid));
    const waiting = new Set(unread().map(({ txid }) => txid));
    const reached = (await deps.eventStore.readStream('watcher-ethereum')).at(-1);
    const passed = reached?.type === 'WatermarkReached' ? +reached.data.blockNumber : 0;
    const below = Array.from({ length: Math.min(passed, PAYMENTS) }, (_, paid) => txidOf(paid));
    expect(below.filter((txid) => !seen.has(txid) && !waiting.has(txid))).toEqual([]);
  }
  expect([unread(), (await rows()).map(({ status }) => status)]).toEqual([[], Array(PAYMENTS).fill('FINALISED')]);
});
