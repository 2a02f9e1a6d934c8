import type { SeenMovement } from '../../../../aggregates/chain';
import type { ChainReader } from '../../../../commands/ports/chain-reader';
import { RECEIVER } from '../../../anvil';
import { coin, PAYER, token, transferLog } from './made-chain';
import { judgeOne, MEMO, seenIn } from './scenario';
import { scriptedLab } from './scripted-lab';

const OTHER_HASH = `0x${'99'.repeat(32)}`;

describe('The judging of many movements', () => {
  const { chainOf, node, reader } = scriptedLab();

  const manyIn = async (blocks: number, each: number) => {
    const chain = chainOf(20);
    for (let block = 0; block < blocks; block += 1) {
      chain.mine(Array.from({ length: each }, (_, index) => (index % 2 === 0 ? coin(5n, MEMO) : token(5n, MEMO))));
    }
    chain.pass(12);
    const own = await node(chain);
    const one = reader([own]);
    const seen = await seenIn(one, 20n, 19n + BigInt(blocks));
    expect(seen).toHaveLength(blocks * each);
    return { chain, own, one, seen };
  };

  it('A16: 2,000 in 4 blocks are judged with fewer than 30 calls, also when they are asked for in four parts', async () => {
    const { own, one, seen } = await manyIn(4, 500);
    const asked = own.calls.length;
    const parts = [0, 1, 2, 3].map((part) => seen.filter((_, index) => index % 4 === part));
    const judged = await Promise.all(parts.map((part) => one.judge(part)));
    for (const [index, { judgements }] of judged.entries()) {
      expect(judgements).toEqual(parts[index]!.map((movement) => ({ verdict: 'FINAL', movement })));
    }
    expect(own.calls.length - asked).toBeLessThan(30);
    expect(own.calls.slice(asked).filter(({ params }) => params[0] === 'latest')).toHaveLength(1);
  });

  it('A16: are judged each by itself: what cannot be read keeps no other waiting, and has its place', async () => {
    const { own, one, seen } = await manyIn(3, 2);
    own.lie = ({ method, params }) =>
      method === 'eth_getTransactionReceipt' && params[0] === seen[3]!.txid ? { result: null } : undefined;
    const { judgements } = await one.judge(seen);
    expect(judgements.map(({ verdict }) => verdict)).toEqual([
      'FINAL',
      'FINAL',
      'FINAL',
      'UNREADABLE',
      'FINAL',
      'FINAL',
    ]);
  });

  it('A16: are asked of the next node where one cannot tell', async () => {
    const { chain, own, seen } = await manyIn(2, 3);
    const other = await node(chain);
    const both = reader([own, other]);
    own.lie = ({ method }) => (method === 'eth_getTransactionReceipt' ? { result: null } : undefined);
    const { judgements } = await both.judge(seen);
    expect(judgements.map(({ verdict }) => verdict)).toEqual(Array(6).fill('FINAL'));
  });

  it('are left over at 40 calls a second beyond ten seconds’ worth, those without a memo first', async () => {
    const chain = chainOf(20);
    const height = BigInt(
      chain.mine(Array.from({ length: 600 }, (_, index) => coin(5n, index === 599 ? MEMO : ''))).number,
    );
    chain.pass(12);
    const own = await node(chain);
    own.lie = ({ method }) =>
      method === 'eth_getBlockReceipts' ? { error: { code: -32601, message: 'no such method' } } : undefined;
    const one = reader([own], { callsPerSecond: 40 });
    const seen = [...(await seenIn(one, height))].reverse();
    const { judgements } = await one.judge(seen);
    expect(judgements.at(-1)).toMatchObject({ verdict: 'FINAL' });
    const left = judgements.filter(({ verdict }) => verdict === 'UNREADABLE');
    expect(left).toHaveLength(200);
    expect(left[0]).toMatchObject({ reason: expect.stringContaining('too many to read at once') });
  });

  it('are pending without a call of their own above the final block', async () => {
    const { own, one, seen } = await manyIn(1, 3);
    own.finalLag = 30;
    const asked = own.calls.length;
    expect((await one.judge(seen)).judgements).toEqual(Array(3).fill({ verdict: 'PENDING' }));
    expect(own.calls.length - asked).toBe(3);
  });

  it('reject when no node can be looked at, and answer nothing of nothing', async () => {
    const { own, one, seen } = await manyIn(1, 1);
    own.http = (_request, response) => Boolean(response.destroy());
    await expect(one.judge(seen)).rejects.toThrow();
    expect(await one.judge([])).toEqual({ judgements: [], shortfalls: [], unprovedBlocks: 0 });
  });

  it('A3: are never judged by a node that serves another chain by now', async () => {
    const { own, one, seen } = await manyIn(1, 1);
    own.lie = ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined);
    await expect(one.judge(seen)).rejects.toThrow('serves chain 1');
  });

  it('A3: are never judged by a node that has not what was final', async () => {
    const { chain, own, one, seen } = await manyIn(1, 1);
    await one.heads([{ height: 15n, hash: chain.blocks[15]!.hash }]);
    own.chain = chain.forkAt(10);
    own.chain.pass(40);
    await expect(one.judge(seen)).rejects.toThrow('whose final hash was');
  });

  it('are followed to another block', async () => {
    const { chain, own, one, seen } = await manyIn(1, 2);
    const fork = chain.forkAt(20);
    fork.mine();
    fork.mine(chain.blocks[20]!.transactions);
    fork.pass(12);
    own.chain = fork;
    const { judgements } = await one.judge(seen);
    const moved = { blockNumber: '21', blockHash: fork.blocks[21]!.hash };
    expect(judgements).toMatchObject(seen.map(() => ({ verdict: 'FINAL', movement: moved })));
  });

  describe('are unreadable', () => {
    const judgeWith = async (lie: (seen: SeenMovement) => Parameters<typeof apply>[1]) => {
      const { own, one, seen } = await manyIn(1, 1);
      return apply({ own, one, seen: seen[0]! }, lie(seen[0]!));
    };
    const apply = (
      {
        own,
        one,
        seen,
      }: { readonly own: Awaited<ReturnType<typeof node>>; readonly one: ChainReader; readonly seen: SeenMovement },
      answers: Readonly<Record<string, object | null>>,
    ) => {
      own.lie = ({ method, params }) =>
        method in answers && params[0] === seen.txid ? { result: answers[method] } : undefined;
      return judgeOne(one, seen);
    };

    it.each<[string, (seen: SeenMovement) => Readonly<Record<string, object | null>>]>([
      ['the receipt is missing', () => ({ eth_getTransactionReceipt: null })],
      ['the transaction is missing', () => ({ eth_getTransactionByHash: null })],
      [
        'the receipt is of another block',
        ({ txid, blockNumber }) => ({
          eth_getTransactionReceipt: {
            transactionHash: txid,
            status: '0x1',
            blockHash: OTHER_HASH,
            blockNumber: `0x${Number(blockNumber).toString(16)}`,
            logs: [],
          },
        }),
      ],
    ])('A5: when %s although the block is there', async (_, lie) => {
      expect(await judgeWith(lie)).toMatchObject({ verdict: 'UNREADABLE' });
    });
  });
});

describe('A13: what was logged must have arrived', () => {
  const { chainOf, node, reader } = scriptedLab();
  const sweep = token(3n, '', { from: RECEIVER, logs: [transferLog(3n, RECEIVER, PAYER)] });

  const judged = async (count: number, prepare: (own: Awaited<ReturnType<typeof node>>) => void = () => undefined) => {
    const chain = chainOf(20);
    const height = BigInt(chain.mine([...Array.from({ length: count }, () => token(100n, MEMO)), sweep]).number);
    chain.pass(12);
    const own = await node(chain);
    prepare(own);
    const one = reader([own]);
    const seen = await seenIn(one, height);
    const first = await one.judge(seen);
    return { own, one, seen, height, ...first };
  };

  it('costs two balances a token, receiver and block, once, however many movements and calls there are', async () => {
    const { own, one, seen, judgements, shortfalls, unprovedBlocks } = await judged(20);
    await one.judge(seen);
    await one.judge(seen.slice(0, 3));
    expect(judgements).toEqual(seen.map((movement) => ({ verdict: 'FINAL', movement })));
    expect([shortfalls, unprovedBlocks, own.count('eth_call')]).toEqual([[], 0, 2]);
  });

  it('makes the movements of a block where less arrived unsupported, and says how much is short', async () => {
    const { one, seen, height, judgements, shortfalls } = await judged(2, (own) => {
      own.arriving = (value) => (value * 9n) / 10n;
    });
    const unsupported = seen.map((movement) => ({ ...movement, unsupported: 'LESS_ARRIVED_THAN_LOGGED' }));
    expect(judgements).toEqual(unsupported.map((movement) => ({ verdict: 'FINAL', movement })));
    expect(shortfalls).toEqual([{ assetId: 202, height, loggedBaseUnits: 200n, arrivedBaseUnits: 180n }]);
    expect((await one.judge(seen)).judgements).toEqual(judgements);
  });

  it('minds no more than was logged', async () => {
    const { judgements, shortfalls } = await judged(2, (own) => {
      own.arriving = (value) => value + 1n;
    });
    expect(shortfalls).toEqual([]);
    expect(judgements).toMatchObject([{ verdict: 'FINAL', movement: { unsupported: null } }, { verdict: 'FINAL' }]);
  });

  it('counts a block whose state is gone, once, and assumes nothing', async () => {
    const { one, own, seen, judgements, shortfalls, unprovedBlocks } = await judged(2, (node_) => {
      node_.lie = ({ method }) =>
        method === 'eth_call' ? { error: { code: -32000, message: 'missing trie node 0123' } } : undefined;
    });
    expect([shortfalls, unprovedBlocks]).toEqual([[], 1]);
    expect(judgements).toEqual(seen.map((movement) => ({ verdict: 'FINAL', movement })));
    expect((await one.judge(seen)).unprovedBlocks).toBe(0);
    expect(own.count('eth_call')).toBe(2);
  });

  it('is asked of another node where one has the state no more, or says that less arrived', async () => {
    const chain = chainOf(20);
    const height = BigInt(chain.mine([token(100n, MEMO)]).number);
    chain.pass(12);
    const [odd, honest] = [await node(chain), await node(chain)];
    odd.arriving = (value) => value / 2n;
    const both = reader([odd, honest]);
    const seen = await seenIn(both, height);
    expect(await both.judge(seen)).toMatchObject({ shortfalls: [], judgements: [{ verdict: 'FINAL' }] });
    odd.lie = ({ method }) =>
      method === 'eth_call' ? { error: { code: -32000, message: 'missing trie node' } } : undefined;
    const again = reader([odd, honest]);
    expect((await again.judge(await seenIn(again, height))).unprovedBlocks).toBe(0);
  });

  it('makes the movements unreadable while no node answers for another reason', async () => {
    const { judgements } = await judged(1, (own) => {
      own.http = (_request, response, calls) =>
        calls.some(({ method }) => method === 'eth_call') && Boolean(response.destroy());
    });
    expect(judgements).toMatchObject([{ verdict: 'UNREADABLE' }]);
  });

  it('asks nothing for the coin', async () => {
    const chain = chainOf(20);
    const height = BigInt(chain.mine([coin(100n, MEMO)]).number);
    chain.pass(12);
    const own = await node(chain);
    const one = reader([own]);
    expect(await one.judge(await seenIn(one, height))).toMatchObject({ judgements: [{ verdict: 'FINAL' }] });
    expect([own.count('eth_call'), own.count('eth_getLogs')]).toEqual([0, 1]);
  });
});
