import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEvmReader, type EvmReaderOptions } from '../../../infra/chains/evm';
import { type Anvil, anvil, RECEIVER } from '../../anvil';
import { MEMO, networkOf, optionsFor } from './evm-scenario';
import { type RpcAnswer, type RpcCall, type RpcProxy, rpcProxy } from './rpc-proxy';

describe('The EVM reader and its nodes', () => {
  let chain: Anvil;
  let token: string;
  /** An address of loopback where nobody listens any more. */
  let away: string;
  const proxies: RpcProxy[] = [];

  const readerOf = (changes: Partial<EvmReaderOptions> = {}) =>
    createEvmReader({ ...optionsFor(chain, [token]), ...changes });
  const proxy = async (answer: (call: RpcCall) => RpcAnswer): Promise<RpcProxy> => {
    const made = await rpcProxy(chain.url, answer);
    proxies.push(made);
    return made;
  };
  const behind = async (answer: (call: RpcCall) => RpcAnswer) => readerOf({ rpcUrls: [(await proxy(answer)).url] });
  const failureOf = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Error)) throw new Error('It did not fail');
    return `${error.message} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${String(error.cause)}`;
  };

  beforeAll(async () => {
    chain = await anvil();
    token = await chain.deployToken();
    const gone = await rpcProxy(chain.url, () => undefined);
    await gone.stop();
    away = gone.url;
  });
  afterEach(async () => {
    for (const made of proxies.splice(0)) await made.stop();
  });
  afterAll(() => chain.stop());

  describe('at start', () => {
    it('accepts the chain that it was configured for', async () => {
      await expect(readerOf().checkIdentity()).resolves.toBeUndefined();
    });

    it('refuses a node of another chain, and names both', async () => {
      const reader = readerOf({ network: networkOf(1) });
      await expect(reader.checkIdentity()).rejects.toThrow(/serves chain 31337, and the networks file says 1$/);
    });

    it('refuses a list with one node of another chain, wherever it stands', async () => {
      const wrong = await proxy(({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined));
      const reader = readerOf({ rpcUrls: [chain.url, wrong.url] });
      await expect(reader.checkIdentity()).rejects.toThrow('serves chain 1');
    });

    it('accepts a list with one node away, and rejects while all are', async () => {
      await expect(readerOf({ rpcUrls: [away, chain.url] }).checkIdentity()).resolves.toBeUndefined();
      await expect(readerOf({ rpcUrls: [away] }).checkIdentity()).rejects.toThrow('ECONNREFUSED');
    });

    it('refuses a receiver that is a contract', async () => {
      const reader = readerOf({ network: networkOf(chain.chainId, token) });
      await expect(reader.checkIdentity()).rejects.toThrow('has code');
    });

    it('refuses a receiver that delegates to a contract', async () => {
      const delegating = '0x00000000000000000000000000000000c0ffee77';
      await chain.rpc('anvil_setCode', [delegating, `0xef0100${token.slice(2)}`]);
      const reader = readerOf({ network: networkOf(chain.chainId, delegating) });
      await expect(reader.checkIdentity()).rejects.toThrow('has code');
    });

    it.each<[string, Partial<EvmReaderOptions>]>([
      ['no chain id', { network: { ...networkOf(1), chainId: null } }],
      ['no URL', { rpcUrls: [] }],
      ['an URL of another kind', { rpcUrls: ['ws://127.0.0.1:1'] }],
      ['a receiver with a wrong checksum', { network: networkOf(1, '0x5FbDB2315678afecb367f032d93F642f64180aA3') }],
      ['a depth of zero', { finality: { depth: 0 } }],
      ['a depth that is no whole number', { finality: { depth: 1.5 } }],
    ])('is refused with %s', (_, changes) => {
      expect(() => readerOf(changes)).toThrow();
    });
  });

  it('works with the next node when one is away', async () => {
    const warnings: object[] = [];
    const logger = { info: () => undefined, warn: (facts: object) => void warnings.push(facts) };
    const reader = readerOf({ rpcUrls: [away, chain.url], logger });
    expect((await reader.newest()).blockNumber).toBe((await readerOf().newest()).blockNumber);
    expect(warnings).toHaveLength(1);
    await reader.newest();
    expect(warnings).toHaveLength(1);
  });

  it('never works with a node of another chain', async () => {
    const wrong = await proxy(({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined));
    const reader = readerOf({ rpcUrls: [wrong.url] });
    await expect(reader.scan(0n, 0n)).rejects.toThrow('serves chain 1');
    expect(wrong.calls.map(({ method }) => method)).toEqual(['eth_chainId']);
  });

  it('rejects when the node is away', async () => {
    const reader = readerOf({ rpcUrls: [away] });
    await expect(reader.newest()).rejects.toThrow('ECONNREFUSED');
    await expect(reader.scan(0n, 0n)).rejects.toThrow();
  });

  it('gives up on a node that is silent', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(readerOf({ rpcUrls: [url], requestTimeoutMs: 50 }).newest()).rejects.toThrow('timeout');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('never repeats the secrets of an URL, also when the node echoes them', async () => {
    const key = 'k3y-0123456789abcdef';
    const { url } = await proxy(({ method }) =>
      method === 'eth_chainId' ? undefined : { error: { code: -32000, message: `see https://x.y/v2/${key}, ${key}` } },
    );
    const address = url.replace('http://', '');
    const said = [
      await failureOf(readerOf({ rpcUrls: [`http://someone:pa55@${address}/v2/${key}?token=${key}`] }).newest()),
      await failureOf(readerOf({ rpcUrls: [`${away.replace('//', '//someone:pa55@')}/v2/${key}`] }).newest()),
      await failureOf((async () => readerOf({ rpcUrls: [`ftp://someone:pa55@host/${key}`] }))()),
    ].join('\n');
    expect(said).not.toContain(key);
    expect(said).not.toContain('pa55');
    expect(said).toContain('eth_getBlockByNumber');
  });

  it('sends user and password of an URL as a header', async () => {
    const { url, authorization } = await proxy(() => undefined);
    await readerOf({ rpcUrls: [url.replace('http://', 'http://me:s%20cret@')] }).newest();
    expect(authorization()).toBe(`Basic ${Buffer.from('me:s cret').toString('base64')}`);
  });

  it('halves the range of logs until the node answers, and misses nothing', async () => {
    const first = await chain.sendToken({ token, to: RECEIVER, value: 1n, memo: MEMO });
    await chain.mine(20);
    const last = await chain.sendToken({ token, to: RECEIVER, value: 2n, memo: MEMO });
    const ranges: number[] = [];
    const reader = await behind(({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined;
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string };
      const blocks = Number(toBlock) - Number(fromBlock) + 1;
      ranges.push(blocks);
      return blocks > 6 ? { error: { code: -32005, message: 'query returned more than 10000 results' } } : undefined;
    });
    const { movements } = await reader.scan(first.blockNumber, last.blockNumber);
    expect(movements.map(({ txid }) => txid)).toEqual([first.txid, last.txid]);
    expect(ranges[0]).toBe(22);
    expect(Math.min(...ranges)).toBeGreaterThan(1);
  });

  it('rejects when the node refuses even the logs of a single block', async () => {
    const reader = await behind(({ method }) =>
      method === 'eth_getLogs' ? { error: { code: -32005, message: 'limit exceeded' } } : undefined,
    );
    await expect(reader.scan(0n, 1n)).rejects.toThrow('limit exceeded');
  });

  it('does not believe "no logs" of a node whose head is behind the range', async () => {
    const { blockNumber } = await chain.sendToken({ token, to: RECEIVER, value: 1n, memo: MEMO });
    const reader = await behind(({ method }) => {
      if (method === 'eth_getLogs') return { result: [] };
      return method === 'eth_blockNumber' ? { result: '0x1' } : undefined;
    });
    await expect(reader.scan(blockNumber, blockNumber)).rejects.toThrow('is behind block');
  });

  it('does not believe "no receipt" for a transaction of a block that it has read', async () => {
    const { blockNumber } = await chain.sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    const reader = await behind(({ method }) =>
      method === 'eth_getTransactionReceipt' ? { result: null } : undefined,
    );
    await expect(reader.scan(blockNumber, blockNumber)).rejects.toThrow('changed its chain');
  });

  it('rejects when the logs come from another fork than the blocks', async () => {
    const { blockNumber } = await chain.sendToken({ token, to: RECEIVER, value: 1n, memo: MEMO });
    const at = `0x${blockNumber.toString(16)}`;
    const [log] = (await chain.rpc('eth_getLogs', [{ fromBlock: at, toBlock: at, address: token }])) as object[];
    const reader = await behind(({ method }) =>
      method === 'eth_getLogs' ? { result: [{ ...log, blockHash: `0x${'99'.repeat(32)}` }] } : undefined,
    );
    await expect(reader.scan(blockNumber, blockNumber)).rejects.toThrow('changed its chain');
  });

  it('rejects when the blocks of a range do not follow each other', async () => {
    const { blockNumber } = await chain.sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    const odd = await chain.rpc('eth_getBlockByNumber', [`0x${blockNumber.toString(16)}`, true]);
    const reader = await behind(({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === `0x${blockNumber.toString(16)}`
        ? { result: { ...(odd as object), parentHash: `0x${'99'.repeat(32)}` } }
        : undefined,
    );
    await expect(reader.scan(blockNumber - 1n, blockNumber)).rejects.toThrow('changed its chain');
  });

  it.each([
    ['no finalised block', { result: null }],
    ['an error for the tag', { error: { code: -32602, message: 'unknown tag finalized' } }],
    ['nonsense', { result: { number: 'seven' } }],
  ])('never takes the newest block for the finalised one when the node has %s', async (_, answer) => {
    const reader = await behind(({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === 'finalized' ? answer : undefined,
    );
    await expect(reader.finalised()).rejects.toThrow();
    const { blockNumber } = await chain.sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    const [movement] = (await reader.scan(blockNumber, blockNumber)).movements;
    await expect(reader.judge(movement!)).rejects.toThrow();
  });

  it('tells the canonical block of a height, and rejects beyond the newest', async () => {
    const newest = await readerOf().newest();
    expect(await readerOf().blockAt(newest.blockNumber)).toEqual(newest);
    await expect(readerOf().blockAt(newest.blockNumber + 1n)).rejects.toThrow('has no block');
  });

  it('counts a configured depth from the newest block, and not below the first', async () => {
    const { blockNumber } = await readerOf().newest();
    expect((await readerOf({ finality: { depth: 3 } }).finalised()).blockNumber).toBe(blockNumber - 3n);
    expect((await readerOf({ finality: { depth: 1_000_000 } }).finalised()).blockNumber).toBe(0n);
  });

  it('asks the next node when one contradicts itself about a payment', async () => {
    const { blockNumber } = await chain.sendNative({ to: RECEIVER, value: 1n, memo: MEMO });
    await chain.mine(3);
    const forgetful = await proxy(({ method }) =>
      method.startsWith('eth_getTransaction') ? { result: null } : undefined,
    );
    const [movement] = (await readerOf().scan(blockNumber, blockNumber)).movements;
    const reader = readerOf({ rpcUrls: [forgetful.url, chain.url] });
    expect(await reader.judge(movement!)).toEqual({ verdict: 'FINAL', movement });
    await expect(readerOf({ rpcUrls: [forgetful.url] }).judge(movement!)).rejects.toThrow('but not its transaction');
  });
});
