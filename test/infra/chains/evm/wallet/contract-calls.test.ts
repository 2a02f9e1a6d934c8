import { gzipSync } from 'node:zlib';
import { isMustWait, mustWait } from '../../../../../commands/wallet-login/wallet-login';
import { CALL_TIMEOUT_MS, LARGEST_ANSWER_BYTES } from '../../../../../infra/chains/evm/wallet/contract-call';
import {
  type ContractCalls,
  createContractCalls,
  type TakeCall,
} from '../../../../../infra/chains/evm/wallet/contract-calls';
import { answer, type Behaviour, CHAIN_ID, flood, type HostileNode, hostileNode } from '../../../wallets/hostile-node';
import { CALLER, opens, verifierOf } from '../../../wallets/signing';

const CONTRACT = `0x${'cc'.repeat(20)}`;
const MAGIC = `0x1626ba7e${'0'.repeat(56)}`;
const MEGABYTE = 1_000_000;

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** Ends the time of the calls that are under way. */
let endTime: () => void = () => undefined;
let limitsMs: number[];
beforeEach(() => {
  limitsMs = [];
  const time = new AbortController();
  endTime = () => time.abort();
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((limitMs) => {
    limitsMs.push(limitMs);
    return time.signal;
  });
});
afterEach(() => jest.restoreAllMocks());

const nodeThat = async (behave: Behaviour, chainId?: number): Promise<HostileNode> => {
  const node = await hostileNode(behave, chainId);
  opened.push(node.stop);
  return node;
};

const callsTo = (nodes: readonly HostileNode[], takeCall: TakeCall = async () => null, headers = {}): ContractCalls => {
  const rpcUrls = nodes.map(({ url }) => url);
  const calls = createContractCalls([{ name: 'local', family: 'evm', chainId: CHAIN_ID, rpcUrls, headers }], takeCall);
  opened.unshift(calls.close);
  return calls;
};

const ask = ({ call }: ContractCalls) => call('local', CONTRACT, '0x1626ba7e', CALLER);
const saying =
  (text: string, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);
  };
/** An answer of exactly so many bytes, right but for its length. */
const ofBytes =
  (bytes: number): Behaviour =>
  (response, { id }) => {
    const text = JSON.stringify({ jsonrpc: '2.0', id, result: MAGIC });
    response.end(`${text}${' '.repeat(bytes - text.length)}`);
  };

describe('a call of a contract', () => {
  test('is a separate request that names its gas', async () => {
    const node = await nodeThat((response, asked) => answer(response, asked, MAGIC));
    expect(await ask(callsTo([node], undefined, { 'x-api-key': 'k' }))).toBe(MAGIC);
    expect(node.asked.map(({ method, params }) => [method, params])).toEqual([
      ['eth_chainId', []],
      ['eth_call', [{ to: CONTRACT, data: '0x1626ba7e', gas: `0x${(2_000_000).toString(16)}` }, 'latest']],
    ]);
    expect(node.headers.at(-1)).toMatchObject({ 'x-api-key': 'k', 'accept-encoding': 'identity' });
  });

  test('is a separate request for each simultaneous caller, without a batch', async () => {
    const node = await nodeThat((response, asked) => answer(response, asked, MAGIC));
    const calls = callsTo([node]);
    expect(await Promise.all([1, 2, 3].map(() => ask(calls)))).toEqual([MAGIC, MAGIC, MAGIC]);
    expect(node.asked.filter(({ method }) => method === 'eth_call')).toHaveLength(3);
  });

  test('may be answered with 4,096 bytes', async () => {
    const node = await nodeThat(ofBytes(LARGEST_ANSWER_BYTES));
    expect(await ask(callsTo([node]))).toBe(MAGIC);
  });

  test.each<[string, Behaviour]>([
    ['4,097 bytes', ofBytes(LARGEST_ANSWER_BYTES + 1)],
    [
      '3.9 MB of a contract',
      (response, { id }) => response.end(`{"jsonrpc":"2.0","id":${id},"result":"0x${'00'.repeat(1_950_000)}"}`),
    ],
    ['a body without a length that goes on', (response) => flood(response, ' '.repeat(65_536), 64 * MEGABYTE)],
    ['an error of 64 MB', (response) => flood(response.writeHead(500), 'x'.repeat(65_536), 64 * MEGABYTE)],
    [
      'an error of 64 MB that calls itself right',
      (response) => flood(response, `{"error":"${'x'.repeat(65_536)}`, 64 * MEGABYTE),
    ],
    ['no JSON', saying('0x1626ba7e')],
    ['half of a JSON', saying('{"jsonrpc":"2.0","id":2,"result":"0x16')],
    ['nothing', saying('')],
    ['null', saying('null')],
    ['a list', saying(`[{"jsonrpc":"2.0","id":2,"result":"${MAGIC}"}]`)],
    ['HTML', saying('<html><body>blocked</body></html>', { 'content-type': 'text/html' })],
    ['another id', (response, { id }) => answer(response, { id: id + 1 }, MAGIC)],
    [
      'an id that is a text',
      (response, { id }) => saying(`{"id":"${id}","result":"${MAGIC}"}`)(response, { id, method: '', params: [] }),
    ],
    [
      'a revert',
      (response, { id }) =>
        saying(`{"id":${id},"error":{"code":3,"message":"execution reverted"}}`)(response, {
          id,
          method: '',
          params: [],
        }),
    ],
    ['what is no hex', (response, { id }) => answer(response, { id }, 'magic')],
    [
      'gzip that nobody asked for',
      (response, { id }) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(`{"id":${id},"result":"${MAGIC}"}`)),
    ],
    [
      'a bomb of gzip',
      (response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(64 * MEGABYTE))),
    ],
    ['a header of 100 kB', (response) => response.setHeader('x-big', 'x'.repeat(100_000)).end()],
    ['a connection that is cut', (response) => response.destroy()],
    [
      'headers, and then nothing',
      (response) => {
        response.writeHead(200).flushHeaders();
        setImmediate(endTime);
      },
    ],
    ['silence', () => endTime()],
  ])('opens nothing by %s, and takes little of it', async (_what, behave) => {
    const node = await nodeThat(behave);
    const second = await nodeThat((response, asked) => answer(response, asked, MAGIC));
    await expect(ask(callsTo([node, second]))).rejects.toThrow();
    expect(second.connections()).toBe(0);
    // The sockets' buffers between the two are the kernel's memory, not ours.
    expect(node.sentBytes()).toBeLessThan(16 * MEGABYTE);
  });

  test('accepts no signature by an answer that arrives too slowly', async () => {
    const node = await nodeThat((response) => response.write(' ', () => response.write(' ', endTime)));
    await expect(ask(callsTo([node]))).rejects.toThrow();
    expect(limitsMs).toEqual([CALL_TIMEOUT_MS]);
  });

  test('follows no redirect', async () => {
    const target = await nodeThat((response, asked) => answer(response, asked, MAGIC));
    const node = await nodeThat((response) => response.writeHead(307, { location: target.url }).end());
    await expect(ask(callsTo([node]))).rejects.toThrow('The node answered 307');
    expect(target.connections()).toBe(0);
  });

  test('repeats neither the answer of the node nor its address', async () => {
    const node = await nodeThat((response, { id }) =>
      saying(`{"id":${id},"error":{"message":"secret"}}`)(response, { id, method: '', params: [] }),
    );
    const failing = callsTo([{ ...node, url: `${node.url}/v2/secret` }]);
    await expect(ask(failing)).rejects.toThrow(/^(?!.*secret)/);
    const away = callsTo([{ ...node, url: 'http://127.0.0.1:1/v2/secret' }]);
    await expect(ask(away)).rejects.toThrow(/^(?!.*secret)/);
  });

  test('is not sent to a node that now serves another chain', async () => {
    const node = await nodeThat((response, asked) => answer(response, asked, MAGIC), 1);
    await expect(ask(callsTo([node]))).rejects.toThrow('The node does not serve chain 31337');
    expect(node.asked.map(({ method }) => method)).toEqual(['eth_chainId']);
  });

  test('checks a proved node once a minute, not with each call', async () => {
    const node = await nodeThat((response, asked) => answer(response, asked, MAGIC));
    const calls = callsTo([node]);
    for (let count = 0; count < 3; count += 1) await ask(calls);
    expect(node.asked.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_call', 'eth_call', 'eth_call']);
  });

  test('uses the first endpoint that supports HTTP', async () => {
    const node = await nodeThat((response, asked) => answer(response, asked, MAGIC));
    expect(await ask(callsTo([{ ...node, url: 'ws://127.0.0.1:1' }, node]))).toBe(MAGIC);
  });
});

describe('the token of a call', () => {
  test('is taken from its caller before any connection', async () => {
    const node = await nodeThat((response, asked) => answer(response, asked, MAGIC));
    const takers: string[] = [];
    const calls = callsTo([node], async (caller) => {
      takers.push(caller);
      expect(node.connections()).toBe(0);
      return 7;
    });
    await expect(ask(calls)).rejects.toMatchObject({ retryAfterSeconds: 7 });
    expect([takers, node.connections()]).toEqual([[CALLER], 0]);
  });

  test('is not taken when no node would be asked', async () => {
    const calls = createContractCalls([], () => Promise.reject(new Error('a token was taken')));
    expect(await ask(calls)).toBe('0x');
  });

  test('makes the caller wait when it is refused, without a result for the signature', async () => {
    const trouble = jest.fn();
    const verify = verifierOf({ callContract: () => Promise.reject(mustWait(7)), onTrouble: trouble });
    const asked = opens(verify)({ blockchain: 'ethereum', address: CONTRACT }, { signature: '0x00' });
    await expect(asked).rejects.toMatchObject({ retryAfterSeconds: 7 });
    expect(trouble).not.toHaveBeenCalled();
    expect(isMustWait(new Error('another'))).toBe(false);
  });
});
