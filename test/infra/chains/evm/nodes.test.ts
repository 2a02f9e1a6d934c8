import type { EvmReaderOptions } from '../../../../infra/chains/evm/reader';
import { evmLab } from './lab';
import type { RpcAnswer } from './rpc-proxy';
import { networkOf } from './scenario';

describe('The EVM reader and its nodes', () => {
  const { chain, token, away, readerOf, proxy, behind, serve } = evmLab();

  const failureOf = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Error)) throw new Error('It did not fail');
    return `${error.message} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${String(error.cause)}`;
  };

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
      const reader = readerOf({ rpcUrls: [chain().url, wrong.url] });
      await expect(reader.checkIdentity()).rejects.toThrow('serves chain 1');
    });

    it('accepts a list with one node away(), and rejects while all are', async () => {
      await expect(readerOf({ rpcUrls: [away(), chain().url] }).checkIdentity()).resolves.toBeUndefined();
      await expect(readerOf({ rpcUrls: [away()] }).checkIdentity()).rejects.toThrow('ECONNREFUSED');
    });

    it('refuses a receiver that is a contract', async () => {
      const reader = readerOf({ network: networkOf(chain().chainId, token()) });
      await expect(reader.checkIdentity()).rejects.toThrow('has code');
    });

    it('refuses a receiver that delegates to a contract', async () => {
      const delegating = '0x00000000000000000000000000000000c0ffee77';
      await chain().rpc('anvil_setCode', [delegating, `0xef0100${token().slice(2)}`]);
      const reader = readerOf({ network: networkOf(chain().chainId, delegating) });
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
    const reader = readerOf({ rpcUrls: [away(), chain().url], logger });
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
    const reader = readerOf({ rpcUrls: [away()] });
    await expect(reader.newest()).rejects.toThrow('ECONNREFUSED');
    await expect(reader.scan(0n, 0n)).rejects.toThrow();
  });

  it('gives up on a node that is silent', async () => {
    const url = await serve(() => undefined);
    await expect(readerOf({ rpcUrls: [url], requestTimeoutMs: 50 }).newest()).rejects.toThrow('timeout');
  });

  it('never repeats the secrets of an URL, also when the node echoes them', async () => {
    const key = 'k3y-0123456789abcdef';
    const { url } = await proxy(({ method }) =>
      method === 'eth_chainId'
        ? undefined
        : { error: { code: -32000, message: `see https://x.y/v2/another-key, ${key}` } },
    );
    const address = url.replace('http://', '');
    const said = [
      await failureOf(readerOf({ rpcUrls: [`http://someone:pa55@${address}/v2/${key}?token=${key}`] }).newest()),
      await failureOf(readerOf({ rpcUrls: [`${away().replace('//', '//someone:pa55@')}/v2/${key}`] }).newest()),
      await failureOf((async () => readerOf({ rpcUrls: [`ftp://someone:pa55@host/${key}`] }))()),
    ].join('\n');
    expect(said).not.toContain(key);
    expect(said).not.toContain('pa55');
    expect(said).not.toContain('another-key');
    expect(said).toContain('eth_getBlockByNumber');
  });

  it('says what a node said also when its URL has a percent sign of its own', async () => {
    const { url, authorization } = await proxy(({ method }) =>
      method === 'eth_chainId' ? undefined : { error: { code: -32000, message: 'restarting' } },
    );
    const odd = `${url.replace('http://', 'http://me:100%25%sure@')}/100%-mine`;
    expect(await failureOf(readerOf({ rpcUrls: [odd] }).newest())).toContain('restarting');
    expect(authorization()).toBe(`Basic ${Buffer.from('me:100%25%sure').toString('base64')}`);
  });

  it('sends user and password of an URL as a header', async () => {
    const { url, authorization } = await proxy(() => undefined);
    await readerOf({ rpcUrls: [url.replace('http://', 'http://me:s%20cret@')] }).newest();
    expect(authorization()).toBe(`Basic ${Buffer.from('me:s cret').toString('base64')}`);
  });

  it('asks a node for its chain again after a failure', async () => {
    const answers: Record<string, RpcAnswer> = {};
    const reader = await behind(({ method }) => answers[method]);
    await reader.newest();
    answers['eth_getBlockByNumber'] = { error: { code: -32000, message: 'restarting' } };
    await expect(reader.newest()).rejects.toThrow('restarting');
    answers['eth_getBlockByNumber'] = undefined;
    answers['eth_chainId'] = { result: '0x1' };
    await expect(reader.newest()).rejects.toThrow('serves chain 1');
  });

  it('asks once, and leaves repeating to the caller, when a node has had enough', async () => {
    let requests = 0;
    const url = await serve((_, response) => {
      requests += 1;
      response.writeHead(429).end();
    });
    await expect(readerOf({ rpcUrls: [url] }).newest()).rejects.toThrow('eth_chainId');
    expect(requests).toBe(1);
  });

  it('does not follow a node that sends it elsewhere', async () => {
    let visits = 0;
    const elsewhere = await serve((_, response) => {
      visits += 1;
      response.end('{}');
    });
    const url = await serve((_, response) => response.writeHead(302, { location: elsewhere }).end());
    await expect(readerOf({ rpcUrls: [url] }).newest()).rejects.toThrow('eth_chainId');
    expect(visits).toBe(0);
  });

  it('stops reading an answer without end', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const url = await serve((_, response) => {
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk)) {
          // Until the socket is full; the next drain goes on.
        }
      };
      response.on('drain', pour);
      pour();
    });
    await expect(readerOf({ rpcUrls: [url] }).newest()).rejects.toThrow('larger than 64 MB');
  });
});
