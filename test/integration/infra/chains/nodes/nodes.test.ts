import type { ChainReaderOptions } from '../../../../../infra/chains/reader-options';
import { evmLab } from '../evm/lab';
import type { RpcAnswer } from '../evm/rpc-proxy';
import { headsOf, networkOf, scanOf } from '../evm/scenario';

describe('The EVM reader and its nodes', () => {
  const { chain, away, readerOf, proxy, behind, serve } = evmLab();

  const failureOf = async (work: Promise<unknown>): Promise<string> => {
    const error: unknown = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (!(error instanceof Error)) throw new Error('It did not fail');
    return `${error.message} ${JSON.stringify(error, Object.getOwnPropertyNames(error))} ${String(error.cause)}`;
  };

  it.each<[string, Partial<ChainReaderOptions>]>([
    ['no chain id', { network: { ...networkOf(1), chainId: null } }],
    ['no URL', { rpcUrls: [] }],
    ['an URL of another kind', { rpcUrls: ['ws://127.0.0.1:1'] }],
    ['a receiver with a wrong checksum', { network: networkOf(1, '0x5FbDB2315678afecb367f032d93F642f64180aA3') }],
    ['a depth of zero', { finality: { depth: 0 } }],
    ['a depth that is no whole number', { finality: { depth: 1.5 } }],
    ['a former receiver that is none', { network: { ...networkOf(1), receivers: [networkOf(1).receiver, '0x1'] } }],
  ])('is not made with %s', (_, changes) => {
    expect(() => readerOf(changes)).toThrow();
  });

  it('works with the next node when one is unreachable, and continues with this node', async () => {
    const warnings: object[] = [];
    const logger = { info: () => undefined, warn: (facts: object) => void warnings.push(facts) };
    const reader = readerOf({ rpcUrls: [away(), chain().url], logger });
    expect(await reader.hashAt(0n)).toBe(await readerOf().hashAt(0n));
    expect(warnings).toHaveLength(1);
    await reader.hashAt(0n);
    expect(warnings).toHaveLength(1);
  });

  it('rejects a node of another chain, and names both chains', async () => {
    const wrong = await proxy(({ method }) => (method === 'eth_chainId' ? { result: '0x1' } : undefined));
    const reader = readerOf({ rpcUrls: [wrong.url] });
    await expect(scanOf(reader, 0n)).rejects.toThrow(/serves chain 1, and the networks file says 31337$/);
    expect(wrong.calls.map(({ method }) => method)).toEqual(['eth_chainId']);
    await expect(reader.heads([])).rejects.toThrow('serves chain 1');
  });

  it('asks the next node when one starts to serve another chain', async () => {
    const answers: Record<string, RpcAnswer> = {};
    const turning = await proxy(({ method }) => answers[method]);
    const reader = readerOf({ rpcUrls: [turning.url, chain().url] });
    await headsOf(reader);
    answers['eth_chainId'] = { result: '0x1' };
    const { newest } = await headsOf(reader);
    expect(newest.hash).toBe((await headsOf(readerOf())).newest.hash);
    await expect(readerOf({ rpcUrls: [turning.url] }).heads([])).rejects.toThrow('serves chain 1');
  });

  it('asks a node for its chain again after a failure', async () => {
    const answers: Record<string, RpcAnswer> = {};
    const reader = await behind(({ method }) => answers[method]);
    await reader.hashAt(0n);
    answers['eth_getBlockByNumber'] = { error: { code: -32005, message: 'restarting' } };
    await expect(reader.hashAt(0n)).rejects.toThrow('restarting');
    answers['eth_getBlockByNumber'] = undefined;
    answers['eth_chainId'] = { result: '0x1' };
    await expect(reader.hashAt(0n)).rejects.toThrow('serves chain 1');
  });

  it('stops waiting for a silent node', async () => {
    const url = await serve(() => undefined);
    await expect(readerOf({ rpcUrls: [url], requestTimeoutMs: 50 }).heads([])).rejects.toThrow('timeout');
  });

  it('never shows the secrets of a URL or a header, even when the node returns them', async () => {
    const key = 'k3y-0123456789abcdef';
    const { url } = await proxy(() => ({
      error: { code: -32005, message: `see https://x.y/v2/another-key, ${key}, ${key}-of-a-header` },
    }));
    const address = url.replace('http://', '');
    const network = { ...networkOf(chain().chainId), headers: { 'x-key': `Bearer ${key}-of-a-header` } };
    const said = [
      await failureOf(readerOf({ rpcUrls: [`http://someone:pa55@${address}/v2/${key}?token=${key}`] }).heads([])),
      await failureOf(readerOf({ rpcUrls: [`${away().replace('//', '//someone:pa55@')}/v2/${key}`] }).heads([])),
      await failureOf(readerOf({ rpcUrls: [url], network }).heads([])).then((text) => text.replaceAll(`${key},`, '')),
      await failureOf((async () => readerOf({ rpcUrls: [`ftp://someone:pa55@host/${key}`] }))()),
    ].join('\n');
    for (const secret of [key, 'pa55', 'another-key']) expect(said).not.toContain(secret);
    expect(said).toContain('eth_chainId');
  });

  it('sends the user and password of a URL as a header', async () => {
    const { url, authorization } = await proxy(() => undefined);
    await readerOf({ rpcUrls: [url.replace('http://', 'http://me:s%20cret@')] }).heads([]);
    expect(authorization()).toBe(`Basic ${Buffer.from('me:s cret').toString('base64')}`);
  });

  it('does not follow a redirect of a node', async () => {
    let visits = 0;
    const elsewhere = await serve((_, response) => {
      visits += 1;
      response.end('{}');
    });
    const url = await serve((_, response) => response.writeHead(302, { location: elsewhere }).end());
    await expect(readerOf({ rpcUrls: [url] }).heads([])).rejects.toThrow('HTTP 302');
    expect(visits).toBe(0);
  });

  it('ends running calls when it is closed, and sends none afterwards', async () => {
    let arrived: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const url = await serve(() => arrived());
    const reader = readerOf({ rpcUrls: [url] });
    const looking = failureOf(reader.heads([]));
    await asked;
    await reader.close();
    await looking;
    expect(await failureOf(reader.heads([]))).toContain('destroyed');
  });
});
