import { RECEIVER } from '../../../../stores/anvil';
import { coin, type MadeChain, TOKEN, token, transferLog } from './made-chain';
import { judgeOne, MEMO, onlyTokens, scanOf, seenIn, TOKEN_ASSET } from './scenario';
import { scriptedLab } from './scripted-lab';

const BRIDGE = `0x${'b1'.repeat(20)}`;

describe('contradicting answers', () => {
  const { time, alarms, chainOf, node, reader } = scriptedLab();

  /** A transaction of the chain's own, with logs and a receipt, that no block lists. */
  const withUnlisted = () => {
    const chain = chainOf(20);
    const own = token(7n, '', { logs: [transferLog(7n, BRIDGE, RECEIVER)] });
    const paid = token(5n, MEMO);
    const block = chain.mine([paid], { unlisted: [own] });
    chain.pass(11);
    return { chain, own, paid, height: BigInt(block.number) };
  };
  const UNSUPPORTED = { assetId: TOKEN_ASSET, sender: BRIDGE, memos: [], unsupported: 'NOT_IN_THE_BLOCK' };

  it('delay no other payment when a log has no transaction, which counts a minute later', async () => {
    const { chain, own, paid, height } = withUnlisted();
    const one = reader([await node(chain)]);
    const { movements, unread } = await scanOf(one, height);
    expect(movements.map(({ movement }) => movement.txid)).toEqual([paid.hash]);
    expect(unread).toMatchObject([
      { txid: own.hash, height, memos: null, reason: expect.stringContaining('does not list') },
    ]);
    expect(alarms().map(({ what }) => what)).toEqual(['A node contradicts itself or the known history']);
    expect(await one.read(unread)).toMatchObject([{ outcome: 'UNREAD' }]);
    time().pass(60_000);
    expect(await one.read(unread)).toMatchObject([
      { outcome: 'READ', movements: [{ movement: { txid: own.hash, ...UNSUPPORTED } }] },
    ]);
  });

  it('count at once when two nodes show a log without a transaction', async () => {
    const { chain, own, height } = withUnlisted();
    const both = reader([await node(chain), await node(chain)]);
    const [reading] = await both.read((await scanOf(both, height)).unread);
    if (reading?.outcome !== 'READ') throw new Error(reading?.outcome);
    const seen = reading.movements[0]!.movement;
    expect(seen).toMatchObject({ txid: own.hash, ...UNSUPPORTED, amountBaseUnits: '7' });
    expect(await judgeOne(both, seen)).toEqual({ verdict: 'FINAL', movement: seen });
  });

  it('are resolved by the other node when one omits a transaction from its block', async () => {
    const chain = chainOf(20);
    const paid = token(5n, MEMO);
    const height = BigInt(chain.mine([paid]).number);
    const [odd, honest] = [await node(chain), await node(chain)];
    odd.chain = chain.forkAt(Number(height));
    odd.chain.mine([], { hash: chain.blocks.at(-1)!.hash, unlisted: [paid] });
    const both = reader([odd, honest]);
    const { movements, unread } = await scanOf(both, height);
    expect(movements).toEqual([]);
    expect(await both.read(unread)).toMatchObject([
      { outcome: 'READ', movements: [{ movement: { txid: paid.hash, unsupported: null } }] },
    ]);
  });

  it('drop a log of a transaction without a receipt after a second answer', async () => {
    const chain = chainOf(20);
    const invented = token(5n);
    const block = chain.mine();
    const own = await node(chain);
    own.lie = ({ method }) =>
      method === 'eth_getLogs'
        ? {
            result: [
              {
                ...invented.logs[0],
                transactionHash: invented.hash,
                blockHash: block.hash,
                blockNumber: `0x${block.number.toString(16)}`,
                logIndex: '0x0',
              },
            ],
          }
        : undefined;
    const one = reader([own]);
    const { movements, unread } = await scanOf(one, BigInt(block.number));
    expect([movements, unread.map(({ txid }) => txid)]).toEqual([[], [invented.hash]]);
    expect(await one.read(unread)).toMatchObject([{ outcome: 'UNREAD' }]);
    time().pass(60_000);
    expect(await one.read(unread)).toEqual([{ outcome: 'READ', movements: [] }]);
  });

  describe('an index without the logs that a receipt has', () => {
    const blind = async (chain: MadeChain) => {
      const own = await node(chain);
      own.lie = ({ method }) => (method === 'eth_getLogs' ? { result: [] } : undefined);
      return own;
    };
    const paidChain = () => {
      const chain = chainOf(20);
      const paid = token(5n, MEMO);
      return { chain, paid, height: BigInt(chain.mine([paid]).number) };
    };

    it('reports the transaction as unread with its memo, raises an alarm, and reads it again', async () => {
      const { chain, paid, height } = paidChain();
      const one = reader([await blind(chain)]);
      const { movements, unread } = await scanOf(one, height);
      expect(movements).toEqual([]);
      expect(unread).toMatchObject([{ txid: paid.hash, memos: [MEMO] }]);
      expect(alarms()).toHaveLength(1);
      expect(await one.read(unread)).toMatchObject([
        { outcome: 'READ', movements: [{ movement: { txid: paid.hash, memos: [MEMO], unsupported: null } }] },
      ]);
    });

    it('is found by the rescan of closed history, from another node if one exists', async () => {
      const { chain, paid, height } = paidChain();
      chain.pass(20);
      const [odd, honest] = [await blind(chain), await node(chain)];
      const tokens = reader([odd, honest], {}, { assets: onlyTokens(TOKEN) });
      expect(await seenIn(tokens, height)).toEqual([]);
      const again = await tokens.rescan(height - 5n, height + 5n);
      expect(again.movements.map(({ movement }) => movement.txid)).toEqual([paid.hash]);
      expect([again.unread, again.upTo.height]).toEqual([[], height + 5n]);
      expect(honest.count('eth_getLogs')).toBe(1);
      // The one that is asked first stays the first.
      await tokens.hashAt(1n);
      expect(odd.calls.at(-1)).toMatchObject({ method: 'eth_getBlockByNumber', params: ['0x1', false] });
    });

    it('is found by a later rescan of the same node when no other exists', async () => {
      const { chain, paid, height } = paidChain();
      chain.pass(20);
      const own = await blind(chain);
      const tokens = reader([own], {}, { assets: onlyTokens(TOKEN) });
      expect(await seenIn(tokens, height)).toEqual([]);
      own.lie = () => undefined;
      expect((await tokens.rescan(height, height)).movements.map(({ movement }) => movement.txid)).toEqual([paid.hash]);
    });
  });

  it('let a rescan report a payment again for a few calls, since it may be reverted', async () => {
    const chain = chainOf(20);
    const paid = Array.from({ length: 30 }, () => token(5n, MEMO));
    const height = BigInt(chain.mine(paid).number);
    const own = await node(chain);
    const one = reader([own]);
    const { movements } = await scanOf(one, height);
    expect(movements).toHaveLength(30);
    const asked = own.calls.length;
    expect((await one.rescan(height - 3n, height)).movements).toEqual(movements);
    expect(own.calls.slice(asked).map(({ method }) => method)).toEqual([
      'eth_getLogs',
      'eth_blockNumber',
      'eth_getBlockByNumber',
    ]);
  });

  it('cause no doubt when the bloom is saturated or missing', async () => {
    const chain = chainOf(20);
    const height = BigInt(chain.mine([token(5n, MEMO), coin(3n, MEMO)]).number);
    const own = await node(chain);
    expect(await seenIn(reader([own]), height)).toHaveLength(2);
    own.http = (_request, response) => {
      const end = response.end.bind(response);
      response.end = ((body: string) => end(body.replaceAll(/"logsBloom":"0x(ff)+"/g, '"logsBloom":"0x"'))) as never;
      return false;
    };
    expect(await seenIn(reader([own]), height)).toHaveLength(2);
  });

  it('are an error of the node when a block has a transaction of another chain', async () => {
    const chain = chainOf(20);
    const height = BigInt(chain.mine([coin(3n, MEMO, { chainId: '0x1' })]).number);
    await expect(scanOf(reader([await node(chain)]), height)).rejects.toThrow('which is of chain 1');
  });

  it.each([
    ['none', undefined],
    ['0', '0x0'],
  ])('do not include a transaction whose chain id is %s, like an unprotected one', async (_, chainId) => {
    const chain = chainOf(20);
    const { chainId: _own, ...plain } = coin(3n, MEMO);
    const paid = chainId === undefined ? plain : { ...plain, chainId };
    const height = BigInt(chain.mine([paid]).number);
    chain.pass(11);
    const one = reader([await node(chain)]);
    const [seen] = await seenIn(one, height);
    expect(await judgeOne(one, seen!)).toEqual({ verdict: 'FINAL', movement: seen });
  });

  describe('block times', () => {
    it('are an error before that of the parent, but not when equal to it', async () => {
      const chain = chainOf(20);
      const last = chain.blocks.at(-1)!;
      chain.mine([], { timeMs: last.timeMs });
      const one = reader([await node(chain)]);
      expect((await scanOf(one, 15n, 20n)).upTo.height).toBe(20n);
      chain.mine([], { timeMs: last.timeMs - 1_000 });
      await expect(scanOf(one, 15n, 21n)).rejects.toThrow('for its parent');
    });

    it('are an error before that of the last scanned block', async () => {
      const chain = chainOf(20);
      const one = reader([await node(chain)]);
      const { resume } = await scanOf(one, 15n, 19n);
      chain.mine([], { timeMs: chain.blocks.at(-1)!.timeMs - 1_000 });
      const stored: unknown = JSON.parse(JSON.stringify(resume));
      await expect(scanOf(one, 20n, 20n, stored)).rejects.toThrow('for its parent');
      for (const other of [null, undefined, 7, {}, { height: 'x', hash: 1 }]) await scanOf(one, 20n, 20n, other);
    });

    it('are an error when they are ten years ahead', async () => {
      const chain = chainOf(20);
      chain.mine([], { timeMs: time().clock.now() + 10 * 365 * 24 * 3_600_000 });
      await expect(scanOf(reader([await node(chain)]), 15n, 20n)).rejects.toMatchObject({
        aheadOfClockMs: expect.any(Number),
      });
    });
  });
});
