import { scriptedLab } from '../scripted-lab';

describe('Pruned history', () => {
  const { time, chainOf, node, reader } = scriptedLab();

  const prunedBelow = async (height: number, how: 'null' | 'error' | 'logs') => {
    const own = await node(chainOf(300));
    own.lie = ({ method, params }) => {
      if (how === 'logs') {
        const from = Number((params[0] as { readonly fromBlock?: string } | undefined)?.fromBlock ?? 'NaN');
        if (method !== 'eth_getLogs' || from >= height) return undefined;
        return { error: { code: 4444, message: 'pruned history unavailable' } };
      }
      if (method !== 'eth_getBlockByNumber' || !(Number(params[0]) < height)) return undefined;
      return how === 'null' ? { result: null } : { error: { code: -32000, message: 'missing trie node' } };
    };
    return own;
  };
  const request = { from: 40n, to: 299n, resume: null };

  it.each([
    'null',
    'error',
    'logs',
  ] as const)('is a gap when every node reports it twice a minute apart, with its end (%s)', async (how) => {
    const nodes = [await prunedBelow(128, how), await prunedBelow(130, how)];
    const both = reader(nodes);
    await expect(both.scan(request)).rejects.toThrow('any more');
    time().pass(60_000);
    expect(await both.scan(request)).toMatchObject({
      outcome: 'GAP',
      height: 40n,
      readableFrom: 128n,
      reason: expect.stringContaining('does not have block 40 any more'),
    });
  });

  it.each([
    ['logs', 200n, 127n],
    ['error', 100n, 100n],
  ] as const)('is reported for closed history too, with the height of its end (%s)', async (how, to, goneTo) => {
    const one = reader([await prunedBelow(128, how)]);
    await expect(one.rescan(40n, to)).rejects.toThrow('any more');
    time().pass(60_000);
    const gone = { movements: [], unread: [], gone: expect.stringContaining('any more') };
    expect(await one.rescan(40n, to)).toEqual({ ...gone, upTo: { height: goneTo } });
    expect(await one.rescan(128n, 200n)).toMatchObject({ gone: null, upTo: { height: 200n } });
  });

  it('is no gap when one node has the blocks or does not answer', async () => {
    const pruned = await prunedBelow(128, 'error');
    const whole = await node(chainOf(300));
    expect(await reader([pruned, whole]).scan(request)).toMatchObject({ outcome: 'SCANNED' });
    whole.http = (_request, response) => Boolean(response.destroy());
    const both = reader([pruned, whole]);
    await expect(both.scan(request)).rejects.toThrow();
    time().pass(60_000);
    await expect(both.scan(request)).rejects.toThrow();
  });
});
