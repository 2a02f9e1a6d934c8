import type { ServerResponse } from 'node:http';
import { TOKEN } from '../../evm/made-chain';
import type { RpcCall } from '../../evm/rpc-proxy';
import { onlyTokens, scanOf } from '../../evm/scenario';
import { scriptedLab } from '../../evm/scripted-lab';
import type { ScriptedNode } from '../../evm/scripted-node';

const MOST_BLOCKS = 10;
const isWide = ({ method, params }: RpcCall): boolean => {
  const { fromBlock, toBlock } = (params[0] ?? {}) as Record<string, string>;
  return method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= MOST_BLOCKS;
};

describe('An endpoint that refuses a range of logs under an HTTP error status', () => {
  const { chainOf, node, reader } = scriptedLab();
  const tokens = { assets: onlyTokens(TOKEN) };

  /** Answers each request that holds too wide a range. */
  const refuseWide = (own: ScriptedNode, how: (response: ServerResponse, calls: readonly RpcCall[]) => void): void => {
    own.http = (_request, response, calls) => {
      if (!calls.some(isWide)) return false;
      how(response, calls);
      return true;
    };
  };
  const errorsOf = (calls: readonly RpcCall[], error: object): readonly object[] =>
    calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...(isWide(call) ? { error } : { result: '0x1d' }) }));

  const REFUSALS: readonly (readonly [number, number, string])[] = [
    [413, -32614, 'eth_getLogs is limited to a 10 range'],
    [400, -32602, 'Log response size exceeded'],
    [400, -32600, 'Invalid request'],
    [400, -32000, 'no'],
    [500, -32005, 'query returned more than 10000 results'],
  ];

  describe.each(REFUSALS)('of %i with code %i', (status, code, message) => {
    it.each([
      ['one error for the request', false],
      ['an error beside the other answers', true],
    ])('gets a smaller range in scans and rescans, in batches as before: %s', async (_, isList) => {
      const own = await node(chainOf(60));
      refuseWide(own, (response, calls) => {
        const answers = errorsOf(calls, { code, message });
        const alone = { jsonrpc: '2.0', id: calls.length === 1 ? calls[0]!.id : null, error: { code, message } };
        response.writeHead(status).end(JSON.stringify(isList && calls.length > 1 ? answers : alone));
      });
      const warnings: object[] = [];
      const logger = { info: () => undefined, warn: (facts: object) => void warnings.push(facts) };
      const one = reader([own], {}, { ...tokens, logger });
      expect((await scanOf(one, 0n, 39n)).upTo.height).toBe(39n);
      expect((await one.rescan(0n, 39n)).upTo.height).toBe(39n);
      own.batches.length = 0;
      await scanOf(one, 40n, 49n);
      expect(Math.max(...own.batches)).toBeGreaterThan(1);
      expect(warnings).toEqual([expect.objectContaining({ blocks: 40, reason: expect.stringContaining(message) })]);
    });
  });

  it('reports the message of the provider when it refuses a single block', async () => {
    const own = await node(chainOf(30));
    own.http = (_request, response, calls) => {
      if (!calls.some(({ method }) => method === 'eth_getLogs')) return false;
      response.writeHead(403).end('{"jsonrpc":"2.0","error":{"code":-32000,"message":"upgrade your plan"}}');
      return true;
    };
    await expect(scanOf(reader([own], {}, tokens), 0n, 0n)).rejects.toThrow('HTTP 403: upgrade your plan');
  });

  it('gets half of the range at the next rescan when it gives no reason', async () => {
    const own = await node(chainOf(60));
    refuseWide(own, (response) => response.writeHead(504).end('<html>Gateway timeout</html>'));
    const one = reader([own], {}, tokens);
    let upTo = -1n;
    for (let attempt = 0; attempt < 20 && upTo < 0n; attempt += 1) {
      upTo = await one.rescan(0n, 39n).then(
        (rescanned) => rescanned.upTo.height,
        () => -1n,
      );
    }
    expect(upTo).toBe(6n);
  });
});
