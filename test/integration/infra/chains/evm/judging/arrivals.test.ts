import { RECEIVER } from '../../../../../stores/anvil';
import { coin, PAYER, token, transferLog } from '../made-chain';
import { MEMO, seenIn } from '../scenario';
import { scriptedLab } from '../scripted-lab';
import type { ScriptedNode } from '../scripted-node';

describe('the check that a logged amount arrived', () => {
  const { time, chainOf, node, reader } = scriptedLab();
  const sweep = token(3n, '', { from: RECEIVER, logs: [transferLog(3n, RECEIVER, PAYER)] });

  const judged = async (count: number, prepare: (own: ScriptedNode) => void = () => undefined) => {
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

  it('costs two balances per token, receiver and block, for any number of movements', async () => {
    const { own, one, seen, judgements, shortfalls, unprovedBlocks } = await judged(20);
    await one.judge(seen);
    await one.judge(seen.slice(0, 3));
    expect(judgements).toEqual(seen.map((movement) => ({ verdict: 'FINAL', movement })));
    expect([shortfalls, unprovedBlocks, own.count('eth_call')]).toEqual([[], 0, 2]);
  });

  it('makes the movements of a block unsupported when less arrived, with the difference', async () => {
    const { one, seen, height } = await judged(2, (own) => {
      own.arriving = (value) => (value * 9n) / 10n;
    });
    time().pass(60_000);
    const { judgements, shortfalls } = await one.judge(seen);
    const unsupported = seen.map((movement) => ({ ...movement, unsupported: 'LESS_ARRIVED_THAN_LOGGED' }));
    expect(judgements).toEqual(unsupported.map((movement) => ({ verdict: 'FINAL', movement })));
    expect(shortfalls).toEqual([{ assetId: 202, height, loggedBaseUnits: 200n, arrivedBaseUnits: 180n }]);
    expect((await one.judge(seen)).judgements).toEqual(judgements);
  });

  it('ignores a surplus over the log', async () => {
    const { judgements, shortfalls } = await judged(2, (own) => {
      own.arriving = (value) => value + 1n;
    });
    expect(shortfalls).toEqual([]);
    expect(judgements).toMatchObject([{ verdict: 'FINAL', movement: { unsupported: null } }, { verdict: 'FINAL' }]);
  });

  it('counts a block once when its state is gone, and assumes nothing', async () => {
    const { one, own, seen, judgements, shortfalls, unprovedBlocks } = await judged(2, (node_) => {
      node_.lie = ({ method }) =>
        method === 'eth_call' ? { error: { code: -32000, message: 'missing trie node 0123' } } : undefined;
    });
    expect([shortfalls, unprovedBlocks]).toEqual([[], 1]);
    expect(judgements).toEqual(seen.map((movement) => ({ verdict: 'FINAL', movement })));
    expect((await one.judge(seen)).unprovedBlocks).toBe(0);
    expect(own.count('eth_call')).toBe(2);
  });

  it('asks another node when one lacks the state or reports that less arrived', async () => {
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

  it('reads no balance for the coin', async () => {
    const chain = chainOf(20);
    const height = BigInt(chain.mine([coin(100n, MEMO)]).number);
    chain.pass(12);
    const own = await node(chain);
    const one = reader([own]);
    expect(await one.judge(await seenIn(one, height))).toMatchObject({ judgements: [{ verdict: 'FINAL' }] });
    expect([own.count('eth_call'), own.count('eth_getLogs')]).toEqual([0, 1]);
  });

  describe('a smaller amount than logged', () => {
    const halved = (own: ScriptedNode) => {
      own.arriving = (value) => value / 2n;
    };
    const stateless = (own: ScriptedNode) => {
      own.lie = ({ method }) =>
        method === 'eth_call' ? { error: { code: -32000, message: 'missing trie node' } } : undefined;
    };
    const empty = (own: ScriptedNode) => {
      own.lie = ({ method }) => (method === 'eth_call' ? { result: '0x' } : undefined);
    };

    const paidTo = async (spoils: readonly ((own: ScriptedNode) => void)[]) => {
      const chain = chainOf(20);
      const height = BigInt(chain.mine([token(100n, MEMO)]).number);
      chain.pass(12);
      const nodes = await Promise.all(spoils.map(() => node(chain)));
      for (const [index, spoil] of spoils.entries()) spoil(nodes[index]!);
      const one = reader(nodes);
      const seen = await seenIn(one, height);
      return { nodes, one, seen, shortfall: { assetId: 202, height, loggedBaseUnits: 100n, arrivedBaseUnits: 50n } };
    };
    const PENDING = { judgements: [{ verdict: 'PENDING' }], shortfalls: [], unprovedBlocks: 0 };
    const PAID = { judgements: [{ verdict: 'FINAL', movement: { unsupported: null } }], shortfalls: [] };

    it.each([
      ['a wrong balance', halved],
      ['no code at the token', empty],
    ])('is pending for a minute by one answer of one node, and dropped when it was wrong: %s', async (_, spoil) => {
      const { nodes, one, seen } = await paidTo([spoil]);
      for (const passed of [0, 59_999]) {
        time().pass(passed);
        expect(await one.judge(seen)).toEqual(PENDING);
      }
      nodes[0]!.arriving = (value) => value;
      nodes[0]!.lie = () => undefined;
      expect(await one.judge(seen)).toMatchObject(PAID);
    });

    it('counts at once when two nodes report the same', async () => {
      const { one, seen, shortfall } = await paidTo([halved, halved]);
      expect(await one.judge(seen)).toMatchObject({
        judgements: [{ verdict: 'FINAL', movement: { unsupported: 'LESS_ARRIVED_THAN_LOGGED' } }],
        shortfalls: [shortfall],
      });
    });

    it('is not reported when two nodes disagree about the difference', async () => {
      const { one, seen } = await paidTo([halved, empty]);
      expect(await one.judge(seen)).toEqual(PENDING);
    });

    it.each([
      ['before it', [stateless, halved]],
      ['after it', [halved, stateless]],
    ])('is kept when another node lacks the state, asked %s', async (_, spoils) => {
      const { one, seen, shortfall } = await paidTo(spoils);
      expect(await one.judge(seen)).toEqual(PENDING);
      time().pass(60_000);
      expect((await one.judge(seen)).shortfalls).toEqual([shortfall]);
    });

    it('is not accepted from one node for any time when the other reports the full amount', async () => {
      const { nodes, one, seen } = await paidTo([halved, stateless]);
      expect(await one.judge(seen)).toEqual(PENDING);
      nodes[1]!.lie = () => undefined;
      time().pass(60_000);
      expect(await one.judge(seen)).toMatchObject(PAID);
    });
  });
});
