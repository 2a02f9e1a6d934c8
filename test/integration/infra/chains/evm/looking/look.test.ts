import { RECEIVER } from '../../../../../stores/anvil';
import { headsOf } from '../scenario';
import { scriptedLab } from '../scripted-lab';

describe('A scan of an EVM chain beside its heads', () => {
  const { time, chainOf, node, reader } = scriptedLab();

  describe('block times', () => {
    const ahead = async (aheadMs: number, tolerance = 30) => {
      const chain = chainOf(30);
      chain.mine([], { timeMs: time().clock.now() + aheadMs });
      return reader([await node(chain)], { blockTimeToleranceSeconds: tolerance }).heads([]);
    };

    it('are an error when they are more than a minute after our clock, with the difference', async () => {
      await expect(ahead(61_000)).rejects.toMatchObject({ aheadOfClockMs: 61_000 });
      await expect(ahead(60_000)).resolves.toMatchObject({ outcome: 'HEADS' });
      await expect(ahead(10 * 365 * 24 * 3_600_000)).rejects.toThrow('later than our clock');
    });

    it('may be as late as the network tolerates, when that is more', async () => {
      await expect(ahead(299_000, 300)).resolves.toMatchObject({ outcome: 'HEADS' });
      await expect(ahead(301_000, 300)).rejects.toMatchObject({ aheadOfClockMs: 301_000 });
    });

    it('raise no doubt of our clock when only one node is ahead', async () => {
      const chain = chainOf(30);
      const late = chain.forkAt(30);
      late.mine([], { timeMs: time().clock.now() + 3_600_000 });
      const both = reader([await node(late), await node(chain)]);
      expect((await headsOf(both)).newest.height).toBe(29n);
      const away = await node(chain);
      away.http = (_request, response) => Boolean(response.destroy());
      const failure: unknown = await reader([await node(late), away])
        .heads([])
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(failure).not.toHaveProperty('aheadOfClockMs');
    });
  });

  it('reports code at a receiver, and asks for it once a minute', async () => {
    const chain = chainOf(30);
    const own = await node(chain);
    const one = reader([own]);
    await headsOf(one);
    own.code = '0xef0100';
    time().pass(59_000);
    expect((await headsOf(one)).receivers).toEqual([{ address: RECEIVER, refusal: null }]);
    time().pass(1_000);
    const [state] = (await headsOf(one)).receivers;
    expect(state!.refusal).toContain('has code');
    expect(own.count('eth_getCode')).toBe(2);
  });
});
