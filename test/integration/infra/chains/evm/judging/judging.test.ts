import type { SeenMovement } from '../../../../../../aggregates/chain';
import type { ChainReader } from '../../../../../../commands/ports/chains/chain-reader';
import { coin, token } from '../made-chain';
import { judgeOne, MEMO, seenIn } from '../scenario';
import { scriptedLab } from '../scripted-lab';

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

  it('takes fewer than 30 calls for 2,000 movements in 4 blocks', async () => {
    const { own, one, seen } = await manyIn(4, 500);
    const asked = own.calls.length;
    const { judgements } = await one.judge(seen);
    expect(judgements).toEqual(seen.map((movement) => ({ verdict: 'FINAL', movement })));
    expect(own.calls.length - asked).toBeLessThan(30);
  });

  it('judges each movement separately, and an unreadable one delays no other', async () => {
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

  it('asks the next node when one has no answer', async () => {
    const { chain, own, seen } = await manyIn(2, 3);
    const other = await node(chain);
    const both = reader([own, other]);
    own.lie = ({ method }) => (method === 'eth_getTransactionReceipt' ? { result: null } : undefined);
    const { judgements } = await both.judge(seen);
    expect(judgements.map(({ verdict }) => verdict)).toEqual(Array(6).fill('FINAL'));
  });

  it('stops after ten seconds at 40 calls a second, and leaves movements without a memo to the next scan', async () => {
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

  it('is pending without a call above the final block', async () => {
    const { own, one, seen } = await manyIn(1, 3);
    own.finalLag = 30;
    const asked = own.calls.length;
    expect((await one.judge(seen)).judgements).toEqual(Array(3).fill({ verdict: 'PENDING' }));
    expect(own.calls.length - asked).toBe(5);
  });

  it('rejects when no node is available, and returns nothing for no movements', async () => {
    const { own, one, seen } = await manyIn(1, 1);
    own.http = (_request, response) => Boolean(response.destroy());
    await expect(one.judge(seen)).rejects.toThrow();
    expect(await one.judge([])).toEqual({ judgements: [], shortfalls: [], unprovedBlocks: 0 });
  });

  it('never uses a node that serves another chain by now', async () => {
    const { own, one, seen } = await manyIn(1, 1);
    own.lie = ({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined);
    await expect(one.judge(seen)).rejects.toThrow('serves chain 1');
  });

  it('never uses a node that lacks the final block', async () => {
    const { chain, own, one, seen } = await manyIn(1, 1);
    await one.heads([{ height: 15n, hash: chain.blocks[15]!.hash }]);
    own.chain = chain.forkAt(10);
    own.chain.pass(40);
    await expect(one.judge(seen)).rejects.toThrow('whose final hash was');
  });

  it('follows a movement to another block', async () => {
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
    ])('when %s although the block is there', async (_, lie) => {
      expect(await judgeWith(lie)).toMatchObject({ verdict: 'UNREADABLE' });
    });
  });
});
