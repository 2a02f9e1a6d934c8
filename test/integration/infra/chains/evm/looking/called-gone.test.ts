import { coin, type MadeTransaction, token } from '../made-chain';
import { judgeOne, MEMO, seenIn } from '../scenario';
import { scriptedLab } from '../scripted-lab';

const A_MINUTE_MS = 60_000;
const GONE = { verdict: 'GONE', reason: 'REORGANISED_AWAY' };

describe.each<readonly [string, () => MadeTransaction]>([
  ['the coin', () => coin(5n, MEMO)],
  ['the coin without a memo', () => coin(5n)],
  ['a token', () => token(5n, MEMO)],
])('a payment in %s that was judged to be gone by mistake', (_, pay) => {
  const { time, chainOf, node, reader } = scriptedLab();

  /** A node served a fork for a minute. */
  const mistaken = async () => {
    const chain = chainOf(20);
    const height = BigInt(chain.mine([pay()]).number);
    chain.pass(20);
    const fork = chain.forkAt(Number(height));
    fork.pass(21);
    const own = await node(chain);
    const one = reader([own]);
    const [seen] = await seenIn(one, height);
    const judgeOnFork = () => {
      own.chain = fork;
      return judgeOne(one, seen!);
    };
    expect(await judgeOnFork()).toEqual({ verdict: 'PENDING' });
    time().pass(A_MINUTE_MS);
    expect(await judgeOnFork()).toEqual(GONE);
    const heal = () => {
      own.chain = chain;
    };
    /** Blocks after it: its own were asked for before. */
    const rescan = async () => (await one.rescan(height + 1n, height + 5n)).movements;
    return { own, one, seen: seen!, heal, rescan, judgeOnFork };
  };

  it('is reported again by later rescans until it stays, with one extra call', async () => {
    const { own, one, seen, heal, rescan } = await mistaken();
    expect(await rescan()).toEqual([]);
    heal();
    const asked = own.calls.length;
    expect(await rescan()).toEqual([{ movement: seen, isFinal: false }]);
    expect(own.calls.slice(asked).map(({ method, params }) => [method, params[0]])).toEqual([
      ['eth_getLogs', expect.anything()],
      ['eth_blockNumber', undefined],
      ['eth_getBlockByNumber', '0x19'],
      ['eth_getBlockByNumber', '0x14'],
    ]);
    expect(await judgeOne(one, seen)).toEqual({ verdict: 'FINAL', movement: seen });
  });

  it('is reported once when the rescan reads its own block', async () => {
    const { one, seen, heal } = await mistaken();
    heal();
    const height = BigInt(seen.blockNumber);
    expect((await one.rescan(height, height)).movements).toEqual([{ movement: seen, isFinal: false }]);
  });

  it('does not stop the rescan when its block cannot be read', async () => {
    const { own, heal, rescan } = await mistaken();
    heal();
    own.lie = ({ params }) => (params[0] === '0x14' ? { error: { code: -32000, message: 'trouble' } } : undefined);
    expect(await rescan()).toEqual([]);
    own.lie = () => undefined;
    expect(await rescan()).toHaveLength(1);
  });
});
