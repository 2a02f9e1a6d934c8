import type { ChainReader, Judgement } from '../../../../commands/ports/chains/chain-reader';
import { eventsOf, typesOf } from '../../../core';
import { faultyStore } from '../../../doubles/faulty-store';
import { CALM, FINAL, OBSERVED, watching } from '../watching';

type World = ReturnType<typeof watching>;
type Verdict = (txid: string) => Judgement | null;

/** Judges as given, and otherwise as the chain does. */
const judging =
  ({ chain }: World, verdictOf: Verdict): ChainReader['judge'] =>
  async (movements) => {
    const judged = await chain.reader.judge(movements);
    return { ...judged, judgements: judged.judgements.map((one, index) => verdictOf(movements[index]!.txid) ?? one) };
  };

const statusesIn = async ({ rows }: World): Promise<Readonly<Record<string, number>>> => {
  const counts: Record<string, number> = {};
  for (const { status } of await rows()) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

const many = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ txid: `0x${String(from + index).padStart(5, '0')}` }));

describe('the check of deposits', () => {
  test('asks for 2,000 with a memo in one call', async () => {
    const world = watching();
    const { chain, look } = world;
    for (let block = 0; block < 4; block += 1) chain.mine(...many(500, block * 500));
    await look();
    chain.finalise(4);
    await look();
    expect(chain.judged).toEqual([2_000]);
    expect(await statusesIn(world)).toEqual({ FINALISED: 2_000 });
  });

  test('records a transaction as our own when a delivery or a refund has claimed it', async () => {
    const { deps, chain, look } = watching();
    chain.mine(...many(2));
    await look();
    chain.finalise(1);
    await look({ isSentByUs: async (txid) => txid === '0x00001' });
    const last = async (id: string) => (await eventsOf(deps.eventStore, `deposit-ethereum:${id}:0`)).at(-1)?.data;
    expect(await last('0x00001')).toMatchObject({ isOwn: true });
    expect(await last('0x00000')).not.toHaveProperty('isOwn');
  });

  test('puts 600 unchecked deposits last, and checks them when it can', async () => {
    const world = watching();
    const { deps, chain, look, lookAt } = world;
    const stuck: Verdict = (txid) => (txid < '0x00600' ? { verdict: 'UNREADABLE', reason: 'pruned' } : null);
    const judge = judging(world, stuck);
    chain.mine(...many(600));
    chain.finalise(1);
    await look({ openMovements: async () => [] });
    const { troubles } = await lookAt({ judge });
    expect(troubles).toHaveLength(600);
    expect(troubles[0]).toBe('ethereum:0x00000:0: pruned');
    for (let block = 0; block < 5; block += 1) {
      chain.mine(...many(10, 1_000 + block * 10));
      chain.finalise(2 + block);
      await lookAt({ judge });
      deps.clock.advance(100);
      await lookAt({ judge });
      expect(await statusesIn(world)).toEqual({ OBSERVED: 600, FINALISED: 10 * (block + 1) });
    }
    deps.clock.advance(60_000);
    expect(await look()).toMatchObject(CALM);
    expect(await statusesIn(world)).toEqual({ FINALISED: 650 });
  });

  test('puts earlier failures last, even when they may be retried', async () => {
    const world = watching();
    const { deps, chain, look, lookAt } = world;
    chain.mine({ txid: '0xd1' });
    await look();
    chain.finalise(1);
    await lookAt({ judge: judging(world, () => ({ verdict: 'UNREADABLE', reason: 'pruned' })) });
    deps.clock.advance(60_000);
    chain.mine({ txid: '0xd2' });
    chain.finalise(2);
    const asked: string[][] = [];
    await lookAt({
      judge: (movements) => {
        asked.push(movements.map(({ txid }) => txid));
        return chain.reader.judge(movements);
      },
    });
    expect(asked).toEqual([['0xd2'], ['0xd1']]);
  });

  test('checks and finalises deposits with our memos before those without', async () => {
    const { deps, chain, look } = watching();
    chain.mine(...many(700).map((made) => ({ ...made, memos: [] })), { txid: '0xd1' });
    await look();
    chain.finalise(1);
    await look();
    expect(chain.judged).toEqual([1, 500, 200]);
    const [, final] = await deps.eventStore.readStream('deposit-ethereum:0xd1:0');
    expect(final?.position.commit).toBe(702n);
  });

  test('checks deposits without a memo in the next scan after a long one, failed ones first', async () => {
    const world = watching();
    const { deps, chain, look, lookAt } = world;
    const slowly: ChainReader['judge'] = async (movements) => {
      const judged = await judging(world, () => null)(movements);
      deps.clock.advance(12_000);
      return judged;
    };
    chain.mine({ txid: '0xd1' });
    chain.finalise(1);
    await look({ openMovements: async () => [] });
    await lookAt({ judge: judging(world, () => ({ verdict: 'UNREADABLE', reason: 'pruned' })) });
    deps.clock.advance(60_000);
    chain.mine(...many(1_200).map((made) => ({ ...made, memos: [] })));
    chain.finalise(2);
    const looks: number[][] = [];
    for (let time = 0; time < 4; time += 1) {
      const asked: number[] = [];
      await lookAt({
        judge: (movements) => {
          asked.push(movements.length);
          return slowly(movements);
        },
      });
      looks.push(asked);
    }
    expect(looks).toEqual([[1], [500], [500], [200]]);
    expect(await statusesIn(world)).toEqual({ FINALISED: 1_201 });
  });
});

describe('an impossible answer to a check', () => {
  const answer =
    (...judgements: readonly Judgement[]): ChainReader['judge'] =>
    async () => ({ judgements, shortfalls: [], unprovedBlocks: 0 });
  test.each<[string, (world: World) => ChainReader['judge'], string]>([
    ['too few', () => answer(), 'the answer has 0 results for 1 movements'],
    [
      'too many',
      () => answer({ verdict: 'PENDING' }, { verdict: 'PENDING' }),
      'the answer has 2 results for 1 movements',
    ],
    [
      'another movement',
      (world) => async (movements) => {
        const { judgements } = await world.chain.reader.judge(movements);
        const [one] = judgements;
        const movement = one?.verdict === 'FINAL' ? { ...one.movement, txid: '0xother' } : ({} as never);
        return { judgements: [{ verdict: 'FINAL', movement }], shortfalls: [], unprovedBlocks: 0 };
      },
      'the answer is about another movement',
    ],
    [
      'a final one without a time',
      (world) => async (movements) => {
        const { judgements } = await world.chain.reader.judge(movements);
        const [one] = judgements;
        const movement = { ...(one?.verdict === 'FINAL' ? one.movement : {}), blockTime: null } as never;
        return { judgements: [{ verdict: 'FINAL', movement }], shortfalls: [], unprovedBlocks: 0 };
      },
      'final without a block time',
    ],
    ['nothing', () => () => Promise.reject(new Error('node away')), 'node away'],
  ])('makes no deposit final after an answer with %s, and judges it again', async (_name, judgeOf, trouble) => {
    const world = watching();
    const { deps, chain, cursors, look, lookAt, deposit } = world;
    chain.mine({});
    await look();
    chain.pass(1);
    chain.finalise(1);
    const { troubles } = await lookAt({ judge: judgeOf(world) });
    expect(troubles).toEqual([expect.stringContaining(trouble)]);
    expect(await deposit()).toEqual(OBSERVED);
    expect(cursors.at(-1)).toMatchObject({ height: 2n });
    deps.clock.advance(2_000);
    await look();
    expect(await deposit()).toEqual(FINAL);
  });

  test('delays no other batch', async () => {
    const world = watching();
    const { chain, look, lookAt } = world;
    chain.mine(...many(700).map((made) => ({ ...made, memos: [] })));
    await look();
    chain.finalise(1);
    const judge: ChainReader['judge'] = (movements) =>
      movements.length === 500 ? Promise.reject(new Error('too large')) : chain.reader.judge(movements);
    expect((await lookAt({ judge })).troubles).toEqual(['500 deposits from ethereum:0x00000:0 on: too large']);
    expect(await statusesIn(world)).toEqual({ OBSERVED: 500, FINALISED: 200 });
  });
});

test('fails the scan when the store is unreachable for all, without more questions to the node', async () => {
  const { deps, chain, look } = watching();
  chain.mine(...many(3));
  await look();
  chain.finalise(1);
  const eventStore = faultyStore(deps.eventStore, () => 'lost before');
  await expect(look({ eventStore })).rejects.toThrow('The ledger is busy or unreachable');
});

describe('a token whose transfer is smaller than its log', () => {
  const shortfall = { assetId: 201, height: 1n, loggedBaseUnits: 25n, arrivedBaseUnits: 22n };
  test('halts its asset, with one alarm, until an operator resumes it', async () => {
    const { deps, chain, cursors, look, lookAt, watcher } = watching();
    chain.mine({ txid: '0xd1' });
    chain.mine({ txid: '0xd2' });
    await look();
    const judge: ChainReader['judge'] = async (movements) => ({
      ...(await chain.reader.judge(movements)),
      ...{ shortfalls: [shortfall], unprovedBlocks: 2 },
    });
    for (const final of [1, 2]) {
      chain.finalise(final);
      deps.clock.advance(1);
      expect(await lookAt({ judge })).toMatchObject({ unprovedBlocks: 2 });
    }
    expect((await look()).questions).toEqual({ haltedAssets: [201] });
    expect(cursors.at(-1)?.questions).toEqual({ haltedAssets: [201] });
    expect(await watcher()).toEqual(['AssetHalted']);
    expect(deps.alerts.map(({ facts }) => facts['assetId'])).toEqual(['201']);
    expect(await typesOf(deps.eventStore, 'deposit-ethereum:0xd1:0')).toEqual(FINAL);
  });
});
