import { RECEIVER } from '../../../../stores/anvil';
import { coin, PAYER, token, transferLog } from './made-chain';
import { COIN_ASSET, MEMO, TOKEN_ASSET } from './scenario';
import { scriptedLab } from './scripted-lab';

const ELSEWHERE = `0x${'e1'.repeat(20)}`;

describe('A transaction that is looked for', () => {
  const { chainOf, node, reader } = scriptedLab();

  it('is final with every transfer of what is catalogued in it, ours or not', async () => {
    const chain = chainOf(20);
    const logs = [
      transferLog(5n, PAYER, ELSEWHERE),
      transferLog(9n, ELSEWHERE, RECEIVER),
      transferLog(9n, PAYER, RECEIVER, `0x${'71'.repeat(20)}`),
      transferLog(0n, PAYER, RECEIVER),
    ];
    const sent = coin(7n, MEMO, { to: ELSEWHERE, logs });
    const block = chain.mine([sent]);
    chain.pass(12);
    expect(await reader([await node(chain)]).find(sent.hash.toUpperCase().replace('0X', '0x'))).toEqual({
      outcome: 'FINAL',
      block: { height: 20n, hash: block.hash, time: new Date(block.timeMs).toISOString() },
      transfers: [
        { from: PAYER, to: ELSEWHERE, assetId: COIN_ASSET, amountBaseUnits: 7n, memos: [MEMO] },
        { from: PAYER, to: ELSEWHERE, assetId: TOKEN_ASSET, amountBaseUnits: 5n, memos: [MEMO] },
        { from: ELSEWHERE, to: RECEIVER, assetId: TOKEN_ASSET, amountBaseUnits: 9n, memos: [MEMO] },
      ],
    });
  });

  it('has failed only once its block is final', async () => {
    const chain = chainOf(20);
    const failed = token(5n, MEMO, { succeeded: false, logs: [] });
    chain.mine([failed]);
    const one = reader([await node(chain)]);
    expect(await one.find(failed.hash)).toEqual({ outcome: 'PENDING' });
    chain.pass(10);
    expect(await one.find(failed.hash)).toMatchObject({ outcome: 'FAILED', block: { height: 20n } });
  });

  it('is pending while it waits in a pool', async () => {
    const chain = chainOf(20);
    const own = await node(chain);
    const sent = coin(7n);
    own.lie = ({ method }) => {
      if (method !== 'eth_getTransactionByHash') return undefined;
      const { logs, succeeded, value, ...rest } = sent;
      return { result: { ...rest, value: '0x7', blockHash: null } };
    };
    expect(await reader([own]).find(sent.hash)).toEqual({ outcome: 'PENDING' });
  });

  it('is unknown only when every node says so: it may have been sent, and is not sent again', async () => {
    const chain = chainOf(20);
    const [first, second] = [await node(chain), await node(chain)];
    const { hash } = coin(7n);
    const both = reader([first, second]);
    expect(await both.find(hash)).toEqual({ outcome: 'UNKNOWN' });
    second.http = (_request, response) => Boolean(response.destroy());
    await expect(both.find(hash)).rejects.toThrow();
  });

  it('is found on a node although another has lost it', async () => {
    const chain = chainOf(20);
    const sent = coin(7n);
    chain.mine([sent]);
    chain.pass(12);
    const forgetful = await node(chain);
    forgetful.lie = ({ method }) => (method.startsWith('eth_getTransaction') ? { result: null } : undefined);
    expect(await reader([forgetful, await node(chain)]).find(sent.hash)).toMatchObject({ outcome: 'FINAL' });
  });

  it('is none when its id cannot be one', async () => {
    await expect(reader([await node(chainOf(5))]).find('0x12')).rejects.toThrow("is not a transaction's hash");
  });

  it.each<[string, string, object]>([
    ['a receipt of another block', 'eth_getTransactionReceipt', { blockHash: `0x${'99'.repeat(32)}` }],
    ['a transaction of another chain', 'eth_getTransactionByHash', { chainId: '0x1' }],
  ])('is not told of by a node with %s', async (_, method, wrong) => {
    const chain = chainOf(20);
    const sent = coin(7n);
    chain.mine([sent]);
    chain.pass(12);
    const own = await node(chain);
    const honest = await node(chain);
    const asked = await fetchFrom(honest.url, method, sent.hash);
    own.lie = (call) => (call.method === method ? { result: { ...asked, ...wrong } } : undefined);
    await expect(reader([own]).find(sent.hash)).rejects.toThrow(/disagree|of chain 1/);
  });

  const fetchFrom = async (url: string, method: string, hash: string): Promise<object> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [hash] });
    const response = await fetch(url, { method: 'POST', body });
    return ((await response.json()) as { readonly result: object }).result;
  };
});

describe('An amount at finality', () => {
  const { chainOf, node, reader } = scriptedLab();

  it('is what the contract says of the final block', async () => {
    const chain = chainOf(20);
    chain.mine([token(5n)]);
    const own = await node(chain);
    const one = reader([own]);
    const before = await one.balance(RECEIVER, TOKEN_ASSET);
    chain.pass(10);
    const after = await one.balance(RECEIVER, TOKEN_ASSET);
    expect([before, after]).toEqual([{ baseUnits: 1_000_000_000_000n }, { baseUnits: 1_000_000_000_005n }]);
  });

  it('of the coin, and an allowance, are asked for by their own calls', async () => {
    const own = await node(chainOf(20));
    own.lie = ({ method, params }) => {
      if (method === 'eth_getBalance') return { result: params[1] === '0x9' ? '0x2a' : '0x0' };
      if (method !== 'eth_call') return undefined;
      const { data } = params[0] as { readonly data: string };
      const words = `${RECEIVER.slice(2).padStart(64, '0')}${PAYER.slice(2).padStart(64, '0')}`;
      return { result: data === `0xdd62ed3e${words}` ? `0x${'2b'.padStart(64, '0')}` : '0x' };
    };
    const one = reader([own]);
    expect(await one.balance(RECEIVER, COIN_ASSET)).toEqual({ baseUnits: 42n });
    expect(await one.allowance(RECEIVER, PAYER, TOKEN_ASSET)).toEqual({ baseUnits: 43n });
  });

  it('is unsupported when every node refuses the state of that block, and another node’s when one does', async () => {
    const chain = chainOf(20);
    const [pruned, whole] = [await node(chain), await node(chain)];
    pruned.lie = ({ method }) =>
      method === 'eth_call' ? { error: { code: -32000, message: 'missing trie node' } } : undefined;
    expect(await reader([pruned]).balance(RECEIVER, TOKEN_ASSET)).toBe('UNSUPPORTED');
    expect(await reader([pruned, whole]).balance(RECEIVER, TOKEN_ASSET)).toEqual({ baseUnits: 1_000_000_000_000n });
    whole.http = (_request, response) => Boolean(response.destroy());
    await expect(reader([pruned, whole]).balance(RECEIVER, TOKEN_ASSET)).rejects.toThrow();
  });
});

describe('History that is gone', () => {
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
  ] as const)('is a gap when every node says so, twice and a minute apart, with where it begins again (%s)', async (how) => {
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
  ] as const)('is told of closed history too, up to where it can be read again (%s)', async (how, to, goneTo) => {
    const one = reader([await prunedBelow(128, how)]);
    await expect(one.rescan(40n, to)).rejects.toThrow('any more');
    time().pass(60_000);
    const gone = { movements: [], unread: [], gone: expect.stringContaining('any more') };
    expect(await one.rescan(40n, to)).toEqual({ ...gone, upTo: { height: goneTo } });
    expect(await one.rescan(128n, 200n)).toMatchObject({ gone: null, upTo: { height: 200n } });
  });

  it('is none when one node has it, or cannot be asked', async () => {
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
