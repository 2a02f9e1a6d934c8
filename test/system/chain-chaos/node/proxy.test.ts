import { type Anvil, anvil, RECEIVER } from '../../../stores/anvil';
import { ask, type Fields, forward, hex } from './json-rpc';
import { PROFILES, type Profile } from './profiles';
import { calm, type Endpoint, type Mood, startEndpoint } from './proxy';
import { NO_FAULTS, type Weights } from './weights';

jest.setTimeout(360_000);

const PROFILE: Profile = { ...PROFILES.plain, finalLag: 3, farFinalLag: 3 };
const MEMO = 'lastro:payment';
/** So many that being behind by none of them does not happen. */
const FAR_BEHIND = 1_000;
const headers = { 'content-type': 'application/json' };

let chain: Anvil;
let foreign: Anvil;
let token: string;
/** A token's transfer in its block, and a block above it. */
let paid: { readonly txid: string; readonly height: number };
const hidden = new Set<string>();
const endpoints: Endpoint[] = [];

beforeAll(async () => {
  [chain, foreign] = await Promise.all([anvil(), anvil({ chainId: 999 })]);
  token = await chain.deployToken();
  const mined = await chain.sendToken({ to: RECEIVER, token, value: 5n, memo: MEMO });
  paid = { txid: mined.txid, height: Number(mined.blockNumber) };
  await chain.mine(200);
});
afterEach(async () => {
  hidden.clear();
  for (const endpoint of endpoints.splice(0)) await endpoint.stop();
});
afterAll(() => Promise.all([chain.stop(), foreign.stop()]));

const behind = async (
  weights: Partial<Weights> = {},
  mood: Partial<Mood> = {},
  profile: Partial<Profile> = {},
): Promise<string> => {
  const options = {
    chainUrl: chain.url,
    foreignUrl: foreign.url,
    profile: { ...PROFILE, ...profile },
    seed: 1,
    hidden,
  };
  const endpoint = await startEndpoint(options);
  Object.assign(endpoint.mood, { weights: { ...NO_FAULTS, ...weights } }, mood);
  endpoints.push(endpoint);
  return endpoint.url;
};

const heightOf = async (url: string, tag: string): Promise<number> =>
  Number((await ask<Fields>(url, 'eth_getBlockByNumber', [tag, false]))['number']);

const logsFrom = (url: string): Promise<readonly Fields[]> =>
  ask(url, 'eth_getLogs', [{ fromBlock: hex(0), toBlock: 'latest', address: token }]);

const postTo = (url: string, body: unknown): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });

const call = (method: string, params: readonly unknown[] = []) => ({ jsonrpc: '2.0', id: 1, method, params });
const block = (url: string, height: number): Promise<Fields> => ask(url, 'eth_getBlockByNumber', [hex(height), true]);

describe('an honest endpoint', () => {
  test('tells what the chain tells, and finality by its own distance', async () => {
    const url = await behind();
    const newest = await heightOf(chain.url, 'latest');
    expect(await block(url, paid.height)).toEqual(await block(chain.url, paid.height));
    expect([await heightOf(url, 'latest'), await heightOf(url, 'finalized')]).toEqual([newest, newest - 3]);
    expect(await ask(url, 'eth_getTransactionReceipt', [paid.txid])).not.toBeNull();
  });
  test('answers batches in order, and counts their members', async () => {
    const url = await behind();
    const answers = (await (await postTo(url, [call('eth_chainId'), call('eth_blockNumber')])).json()) as Fields[];
    expect(answers.map(({ result }) => result)).toEqual(['0x7a69', hex(await heightOf(chain.url, 'latest'))]);
    expect(endpoints[0]?.calls()).toBe(2);
  });
});

describe('an endpoint that', () => {
  test('is behind has no block above its own, no log and no receipt', async () => {
    const mined = await chain.sendToken({ to: RECEIVER, token, value: 7n, memo: MEMO });
    const url = await behind({ staleBlocks: FAR_BEHIND });
    const receipt = await ask(url, 'eth_getTransactionReceipt', [mined.txid]);
    const height = hex(mined.blockNumber);
    expect([receipt, await ask(url, 'eth_getBlockByNumber', [height, false])]).toEqual([null, null]);
    expect((await logsFrom(url)).map((log) => log['transactionHash'])).not.toContain(mined.txid);
  });
  test('is behind refuses logs of a range above its newest block, or is silent about them', async () => {
    const range = [{ fromBlock: hex(0), toBlock: hex(FAR_BEHIND * FAR_BEHIND), address: token }];
    expect(await forward(await behind(), 'eth_getLogs', range)).toHaveProperty('error.message');
    expect(await forward(await behind({ lenientLogs: true }), 'eth_getLogs', range)).toHaveProperty('result');
  });
  test('is another chain says so in everything', async () => {
    const url = await behind({}, { foreign: true });
    expect([await ask(url, 'eth_chainId'), await ask(url, 'eth_getTransactionReceipt', [paid.txid])]).toEqual([
      '0x3e7',
      null,
    ]);
  });
  test('refuses what is final does so, and answers the rest', async () => {
    const url = await behind({}, { noFinal: true });
    expect(await forward(url, 'eth_getBlockByNumber', ['finalized', false])).toHaveProperty('error.message');
    expect(await heightOf(url, 'latest')).toBeGreaterThan(0);
  });
  test('has a quota refuses beyond it, members of a batch each, and says when to come again', async () => {
    const url = await behind({ callsPerSecond: 3 });
    const answer = await postTo(
      url,
      Array.from({ length: 4 }, () => call('eth_chainId')),
    );
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '1']);
  });
  test('refuses batches answers single calls', async () => {
    const url = await behind({ refusesBatches: true });
    expect([(await postTo(url, [call('eth_chainId')])).status, await ask(url, 'eth_chainId')]).toEqual([400, '0x7a69']);
  });
  test.each<readonly [string, Partial<Weights>]>([
    ['resets', { reset: 1 }],
    ['stops in the middle', { halfAnswer: 1 }],
    ['answers a page', { htmlPage: 1 }],
  ])('%s is no JSON', async (_what, weights) => {
    await expect(ask(await behind(weights), 'eth_chainId')).rejects.toThrow(/./);
  });
  test('misses receipts, logs or a transaction misses nothing else', async () => {
    const url = await behind({ missingReceipt: 1, emptyLogs: 1, missingTransaction: 1 });
    expect([await ask(url, 'eth_getTransactionReceipt', [paid.txid]), await logsFrom(url)]).toEqual([null, []]);
    expect((await block(url, paid.height))['transactions']).toEqual([]);
    expect(await ask(url, 'eth_getTransactionByHash', [paid.txid])).toMatchObject({ hash: paid.txid });
  });
  test('indexes late has the logs later', async () => {
    const distance = (await heightOf(chain.url, 'latest')) - paid.height;
    const [early, late] = [
      await behind({ indexBehindBlocks: distance }),
      await behind({ indexBehindBlocks: distance + 1 }),
    ];
    const hashes = async (url: string) => (await logsFrom(url)).map((log) => log['transactionHash']);
    expect(await hashes(early)).toContain(paid.txid);
    expect(await hashes(late)).not.toContain(paid.txid);
  });
  test('is ahead says a time ten years away', async () => {
    const url = await behind({ timeAhead: 1 });
    const ahead =
      Number((await block(url, paid.height))['timestamp']) - Number((await block(chain.url, paid.height))['timestamp']);
    expect(ahead).toBe(10 * 365 * 86_400);
  });
});

describe('what anvil never does', () => {
  test('a transaction that no block lists has a log and a receipt of nobody', async () => {
    const url = await behind();
    hidden.add(paid.txid);
    expect((await block(url, paid.height))['transactions']).toEqual([]);
    expect(await ask(url, 'eth_getTransactionByHash', [paid.txid])).toBeNull();
    expect(await ask(url, 'eth_getTransactionReceipt', [paid.txid])).toMatchObject({ from: `0x${'0'.repeat(40)}` });
    expect((await logsFrom(url)).map((log) => log['transactionHash'])).toContain(paid.txid);
  });
  test.each([
    ['ones', 'f'],
    ['zeros', '0'],
  ] as const)('a bloom of %s', async (bloom, digit) => {
    expect((await block(await behind({}, {}, { bloom }), paid.height))['logsBloom']).toBe(`0x${digit.repeat(512)}`);
  });
  test('state that is gone after 128 blocks, and is there before', async () => {
    const url = await behind({}, {}, { stateBlocks: 128 });
    const newest = await heightOf(url, 'latest');
    expect(await forward(url, 'eth_getBalance', [RECEIVER, hex(newest - 129)])).toHaveProperty('error.message');
    expect(await forward(url, 'eth_getBalance', [RECEIVER, hex(newest - 128)])).toHaveProperty('result');
  });
  test('what is final lies far back, and comes nearer', async () => {
    const url = await behind({}, { finalLag: 150 });
    const newest = await heightOf(url, 'latest');
    expect(await heightOf(url, 'finalized')).toBe(newest - 150);
    Object.assign(endpoints[0]?.mood ?? {}, calm(PROFILE));
    expect(await heightOf(url, 'finalized')).toBe(newest - 3);
  });
});
