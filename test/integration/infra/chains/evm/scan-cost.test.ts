import { setFlagsFromString } from 'node:v8';
import type { Asset } from '../../../../../commands/ports/chains/catalog';
import { coin, type MadeTransaction, TOKEN, token } from './made-chain';
import { COIN_ASSET, catalogOf, MEMO, onlyTokens, scanOf, seenIn } from './scenario';
import { scriptedLab } from './scripted-lab';
import type { ScriptedNode } from './scripted-node';

setFlagsFromString('--expose-gc');

const many = (count: number, one: () => MadeTransaction): readonly MadeTransaction[] =>
  Array.from({ length: count }, one);
const withDust = (dustBelow: string): readonly Asset[] =>
  catalogOf(TOKEN).map((asset) => (asset.assetId === COIN_ASSET ? { ...asset, dustBelow } : asset));

describe('The cost of a scan', () => {
  const { time, chainOf, node, reader } = scriptedLab();

  describe('a block of 5,000 transfers to us at 40 calls a second', () => {
    const dusty = async () => {
      const chain = chainOf(20);
      const height = BigInt(chain.mine(many(5_000, () => coin(1n))).number);
      const paid = coin(10n ** 18n, MEMO);
      chain.mine([paid]);
      return { own: await node(chain), paid, height };
    };
    const slow = { callsPerSecond: 40 };

    it('passes at once when they are small payments, and the next payment is found', async () => {
      const { own, paid, height } = await dusty();
      const one = reader([own], slow, { assets: withDust('1000') });
      const before = time().clock.now();
      const { movements, unread, dust } = await scanOf(one, height, height + 1n);
      expect(movements.map(({ movement }) => movement.txid)).toEqual([paid.hash]);
      expect(dust).toEqual([{ height, assetId: COIN_ASSET, transfers: 5_000, baseUnits: 5_000n }]);
      expect([unread, own.calls.length]).toEqual([[], 6]);
      expect(time().clock.now() - before).toBeLessThan(10_000);
    });

    it.each([
      ['with', true],
      ['without', false],
    ])('passes when they are tokens, with %s receipts by block', async (_, hasBlockReceipts) => {
      const chain = chainOf(20);
      const height = BigInt(chain.mine(many(5_000, () => token(1n))).number);
      const paid = token(5n, MEMO);
      chain.mine([paid]);
      const own = await node(chain);
      if (!hasBlockReceipts) refuseBlockReceipts(own);
      const one = reader([own], slow, { assets: onlyTokens(TOKEN) });
      const { movements, unread } = await scanOf(one, height, height + 1n);
      expect(movements[0]!.movement.txid).toBe(paid.hash);
      expect(movements.length + unread.length).toBe(5_001);
      expect(own.calls.length).toBeLessThan(420);
      expect(unread.length > 0).toBe(!hasBlockReceipts);
      let left = unread;
      for (let look = 0; look < 20 && left.length > 0; look += 1) {
        const readings = await one.read(left.slice(0, 400));
        left = left.filter((_one, index) => readings[index]?.outcome !== 'READ');
      }
      expect(left).toEqual([]);
      expect(own.calls.length).toBeLessThan(11_000);
    });
  });

  const refuseBlockReceipts = (own: ScriptedNode): void => {
    own.lie = ({ method }) =>
      method === 'eth_getBlockReceipts' ? { error: { code: -32601, message: 'no such method' } } : undefined;
  };

  it('reports a transaction with its memos when no call answers it, and reads the others', async () => {
    const chain = chainOf(20);
    const [lost, ...others] = many(3, () => coin(1n, MEMO));
    const block = chain.mine([lost!, ...others]);
    const nodes = [await node(chain), await node(chain)];
    for (const own of nodes) {
      own.lie = ({ params }) =>
        params[0] === lost!.hash ? { error: { code: -32000, message: 'internal trouble' } } : undefined;
    }
    const both = reader(nodes);
    const { movements, unread } = await scanOf(both, BigInt(block.number));
    expect(movements.map(({ movement }) => movement.txid)).toEqual(others.map(({ hash }) => hash));
    expect(unread).toEqual([
      {
        txid: lost!.hash,
        height: BigInt(block.number),
        blockHash: block.hash,
        memos: [MEMO],
        reason: expect.stringContaining('internal trouble'),
      },
    ]);
    expect(nodes.map((own) => own.count('eth_getTransactionReceipt'))).toEqual([5, 0]);
    nodes[1]!.lie = () => undefined;
    expect(await both.read(unread)).toMatchObject([{ outcome: 'READ', movements: [{ movement: { memos: [MEMO] } }] }]);
  });

  it('treats the memo as unknown while no node gives the calldata', async () => {
    const chain = chainOf(20);
    const paid = token(5n, MEMO);
    const height = BigInt(chain.mine([paid]).number);
    const nodes = [await node(chain), await node(chain)];
    const trouble = { error: { code: -32000, message: 'internal trouble' } };
    const refuse = (...methods: readonly string[]) => {
      for (const own of nodes) own.lie = ({ method }) => (methods.includes(method) ? trouble : undefined);
    };
    const both = reader(nodes, {}, { assets: onlyTokens(TOKEN) });
    refuse('eth_getTransactionByHash');
    const { movements, unread } = await scanOf(both, height);
    expect([movements, unread]).toMatchObject([[], [{ txid: paid.hash, memos: null }]]);
    const [reading] = await both.read(unread);
    expect(reading).toEqual({ outcome: 'UNREAD', reason: expect.stringContaining('internal trouble') });
    refuse('eth_getTransactionReceipt', 'eth_getBlockReceipts');
    expect(await both.read(unread)).toMatchObject([{ outcome: 'UNREAD', memos: [MEMO] }]);
    nodes[1]!.lie = () => trouble;
    expect(await both.read(unread)).toMatchObject([{ outcome: 'UNREAD', memos: [MEMO] }]);
    refuse();
    expect(await both.read(unread)).toMatchObject([{ outcome: 'READ', movements: [{ movement: { memos: [MEMO] } }] }]);
  });

  describe('where the coin is not offered', () => {
    it('reads only logs and headers', async () => {
      const chain = chainOf(20);
      const height = BigInt(chain.mine([token(5n, MEMO), coin(7n, MEMO)]).number);
      const own = await node(chain);
      const seen = await seenIn(reader([own], {}, { assets: onlyTokens(TOKEN) }), 10n, height);
      expect(seen).toMatchObject([{ contract: TOKEN }]);
      const blocks = own.calls.filter(({ method }) => method === 'eth_getBlockByNumber');
      expect(blocks.map(({ params }) => params[1])).toEqual(blocks.map(() => false));
    });

    it('reads whole blocks when the coin is watched, and marks it as no asset', async () => {
      const chain = chainOf(20);
      const height = BigInt(chain.mine([coin(7n, MEMO), coin(1n)]).number);
      const own = await node(chain);
      const seen = await seenIn(reader([own], { watchNative: true }, { assets: onlyTokens(TOKEN) }), height);
      expect(seen).toMatchObject([
        { assetId: null, contract: null, amountBaseUnits: '7' },
        { assetId: null, contract: null, amountBaseUnits: '1' },
      ]);
    });
  });
});
