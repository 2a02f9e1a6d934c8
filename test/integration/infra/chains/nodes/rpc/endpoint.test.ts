import type { ServerResponse } from 'node:http';
import { TOKEN } from '../../evm/made-chain';
import type { RpcCall } from '../../evm/rpc-proxy';
import { headsOf, onlyTokens, scanOf } from '../../evm/scenario';
import { scriptedLab } from '../../evm/scripted-lab';
import type { ScriptedNode } from '../../evm/scripted-node';

const answered = (calls: readonly RpcCall[], one: (call: RpcCall) => object): string =>
  JSON.stringify(calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...one(call) })));

describe('an unreliable endpoint', () => {
  const { time, chainOf, node, reader } = scriptedLab();

  /** Answers the first `times` requests that hold a call of this method in its own way. */
  const spoil = (
    own: ScriptedNode,
    times: number,
    how: (response: ServerResponse, calls: readonly RpcCall[]) => void,
  ) => {
    let left = times;
    own.http = (_request, response, calls) => {
      if (left === 0) return false;
      left -= 1;
      how(response, calls);
      return true;
    };
  };

  const ODD: readonly (readonly [string, (response: ServerResponse, calls: readonly RpcCall[]) => void])[] = [
    ['resets the connection', (response) => response.destroy()],
    ['answers 502 with HTML', (response) => response.writeHead(502).end('<html>Bad gateway</html>')],
    ['answers 200 with HTML', (response) => response.end('<html>Hello</html>')],
    ['answers nothing', (response) => response.end()],
    ['answers null', (response) => response.end('null')],
    [
      'gives one id to two answers',
      (response, calls) => response.end(answered([calls[0]!, ...calls], () => ({ result: '0x1' }))),
    ],
    [
      'answers calls that nobody made',
      (response) => response.end(answered([{ id: 9_999, method: '', params: [] }], () => ({ result: '0x1' }))),
    ],
    ['leaves out some answers', (response) => response.end('[]')],
    ['leaves out the result', (response, calls) => response.end(answered(calls, () => ({})))],
    [
      'fails inside',
      (response, calls) => response.end(answered(calls, () => ({ error: { code: -32603, message: 'internal' } }))),
    ],
  ];

  it.each(ODD)('is asked again when it %s, and replaced by another node when that continues', async (_, how) => {
    const [odd, honest] = [await node(chainOf(30)), await node(chainOf(30))];
    const one = reader([odd]);
    spoil(odd, 1, how);
    expect((await headsOf(one)).newest.height).toBe(29n);
    spoil(odd, Infinity, how);
    await expect(one.heads([])).rejects.toThrow();
    expect((await headsOf(reader([odd, honest]))).newest.height).toBe(29n);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['HTTP 400', (response) => response.writeHead(400).end('no batches')],
    ['HTTP 413', (response) => response.writeHead(413).end()],
    [
      'one error for all',
      (response) => response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no batches"}}'),
    ],
  ])('gets single calls for an hour after it refused a batch with %s', async (_, refuse) => {
    const own = await node(chainOf(30));
    own.http = (_request, response, calls) => {
      if (calls.length === 1) return false;
      refuse(response);
      return true;
    };
    const one = reader([own]);
    expect((await headsOf(one)).newest.height).toBe(29n);
    expect((await scanOf(one, 10n, 29n)).upTo.height).toBe(29n);
    expect(own.batches.filter((size) => size > 1)).toHaveLength(1);
    time().pass(61 * 60_000);
    // A minute and more of standstill: heads with a chain that is as old.
    own.chain.mine([], { timeMs: time().clock.now() });
    await headsOf(one);
    expect(own.batches.filter((size) => size > 1)).toHaveLength(2);
  });

  it.each([
    ['the range is too wide', -32000],
    ['query returned more than 10000 results', -32602],
    ['exceeded the maximum block range', -32603],
  ])('gets a smaller range at once after "%s", and not the same range again', async (message, code) => {
    const own = await node(chainOf(30));
    own.lie = ({ method, params }) => {
      const { fromBlock, toBlock } = (params[0] ?? {}) as Record<string, string>;
      const isWide = method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) > 9;
      return isWide ? { error: { code, message } } : undefined;
    };
    await scanOf(reader([own]), 0n, 19n);
    expect(own.count('eth_getLogs')).toBe(3);
  });

  describe('above its rate limit', () => {
    const refuse = (own: ScriptedNode, times: number, header: Record<string, string>) =>
      spoil(own, times, (response) => response.writeHead(429, header).end());

    it.each([
      ['seconds', () => '30'],
      ['a date', (nowMs: number) => new Date(nowMs + 30_000).toUTCString()],
    ])('gets no request for the time that it names in %s, while others do', async (_, header) => {
      const [own, other] = [await node(chainOf(30)), await node(chainOf(30))];
      refuse(own, 1, { 'retry-after': header(time().clock.now()) });
      const one = reader([own]);
      await expect(one.heads([])).rejects.toThrow('HTTP 429');
      await expect(one.heads([])).rejects.toThrow('the node asked us to wait for another 30 s');
      expect(own.batches).toHaveLength(1);
      time().pass(30_001);
      await headsOf(one);
      refuse(own, 1, { 'retry-after': '30' });
      expect((await headsOf(reader([own, other]))).newest.height).toBe(29n);
    });

    it('gets refused calls of a batch again after a second, at half the pace', async () => {
      const own = await node(chainOf(100));
      let refused = 5;
      own.lie = ({ method }) => {
        if (method !== 'eth_getBlockByNumber' || refused === 0) return undefined;
        refused -= 1;
        return { error: { code: 429, message: 'Too many requests' } };
      };
      const before = time().clock.now();
      expect((await scanOf(reader([own]), 0n, 49n)).upTo.height).toBe(49n);
      expect(time().clock.now() - before).toBeGreaterThanOrEqual(1_000);
    });

    it('gives all answers in the end with an unknown quota', async () => {
      const own = await node(chainOf(300));
      let taken: number[] = [];
      own.http = (_request, response, calls) => {
        const now = time().clock.now();
        taken = taken.filter((at) => at > now - 1_000);
        if (taken.length + calls.length > 25) {
          response.writeHead(429).end();
          return true;
        }
        taken.push(...calls.map(() => now));
        return false;
      };
      const one = reader([own], {}, { assets: onlyTokens(TOKEN) });
      let from = 0n;
      for (let look = 0; look < 60 && from < 300n; look += 1) {
        const scanned = await scanOf(one, from, 299n).catch(() => null);
        from = scanned === null ? from : scanned.upTo.height + 1n;
        time().pass(1_000);
      }
      expect(from).toBe(300n);
    });

    it('gets no more calls a second than its network allows, counted within each batch', async () => {
      const own = await node(chainOf(400));
      const one = reader([own], { callsPerSecond: 40 }, { assets: [] });
      const before = time().clock.now();
      for (let from = 0n; from < 400n; from += 100n) await scanOf(one, from, from + 99n);
      expect(own.calls.length).toBeGreaterThan(400);
      expect(time().clock.now() - before).toBeGreaterThanOrEqual(((own.calls.length - 40) / 40) * 1_000);
    });
  });

  it('is read no further when its answer exceeds the size of its method', async () => {
    const own = await node(chainOf(30));
    let sentBytes = 0;
    const chunk = Buffer.alloc(256 * 1024, ' ');
    own.http = (_request, response, calls) => {
      if (!calls.some(({ method }) => method === 'eth_getCode')) return false;
      const pour = (): void => {
        while (!response.destroyed && response.write(chunk)) sentBytes += chunk.length;
      };
      response.on('drain', pour);
      pour();
      return true;
    };
    // Two headers and some small things.
    await expect(reader([own]).heads([])).rejects.toThrow(/larger than \d+ bytes/);
    expect(sentBytes).toBeLessThan(32 * 1024 * 1024);
    const whole = await node(chainOf(30));
    whole.http = (request, response, calls) => {
      const isBlocks = calls.some(({ params }) => params[1] === true);
      return isBlocks && own.http(request, response, [{ id: 1, method: 'eth_getCode', params: [] }]);
    };
    await expect(scanOf(reader([whole]), 0n, 9n)).rejects.toThrow(`larger than ${64 * 1024 * 1024} bytes`);
  });
});
