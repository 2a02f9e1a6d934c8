import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ask,
  type Fields,
  failed,
  hex,
  newestOf,
  type RpcAnswer,
  type RpcCall,
} from '../../test/system/chain-chaos/node/json-rpc';
import { answerOf, type View } from '../../test/system/chain-chaos/node/view';
import type { Site } from './site';

/** An honest node with a provider's limits in front of a chain. The benchmark sets how much of the chain it shows. */
export interface MeteredNode {
  readonly url: string;
  /** Its newest block; null: the chain's. */
  head: number | null;
  /** Blocks that its final one is below that. */
  finalLag: number;
  /** JSON-RPC calls so far, members of a batch each. */
  readonly calls: () => number;
  /** Asks the chain for the receipts of a block now, which takes anvil long, so that later the node answers at once. */
  readonly learnReceipts: (height: number) => Promise<void>;
}

export interface MeteredNodeOptions {
  readonly chainUrl: string;
  /** Least time of each HTTP request. */
  readonly latencyMs: number;
  /** Beyond them 429, until the next second; null: no limit. */
  readonly callsPerSecond: number | null;
  readonly refusesBlockReceipts: boolean;
}

const SECOND_MS = 1_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const never = (): boolean => false;

const bodyOf = async (request: IncomingMessage): Promise<RpcCall | readonly RpcCall[]> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as RpcCall | readonly RpcCall[];
};

const createMeter = (most: number | null) => {
  let calls = 0;
  let second = 0;
  let taken = 0;
  const admit = (count: number): boolean => {
    calls += count;
    const now = Math.floor(Date.now() / SECOND_MS);
    if (now !== second) [second, taken] = [now, 0];
    // A refused request does not count.
    if (most !== null && taken + count > most) return false;
    taken += count;
    return true;
  };
  return { admit, calls: () => calls };
};

/** Keeps anvil's receipts: it takes 7 ms for each receipt of a block of 5,000. */
const createReceipts = (chainUrl: string, refusesBlockReceipts: boolean) => {
  const byBlock = new Map<string, readonly Fields[]>();
  const byHash = new Map<string, Fields>();
  const learn = async (height: number): Promise<void> => {
    const receipts = await ask<readonly Fields[]>(chainUrl, 'eth_getBlockReceipts', [hex(height)]);
    byBlock.set(hex(height), receipts);
    for (const receipt of receipts) {
      byHash.set(receipt['transactionHash'] as string, receipt);
      byBlock.set(receipt['blockHash'] as string, receipts);
    }
  };
  const known = ({ method, params = [] }: RpcCall, head: number): RpcAnswer | null => {
    const [which] = params as readonly string[];
    const receipt = byHash.get(which ?? '');
    if (method === 'eth_getTransactionReceipt' && receipt !== undefined)
      return { result: Number(receipt['blockNumber']) <= head ? receipt : null };
    if (method !== 'eth_getBlockReceipts') return null;
    if (refusesBlockReceipts) return failed(-32_601, 'the method eth_getBlockReceipts does not exist');
    const receipts = byBlock.get(which ?? '');
    return receipts === undefined || Number(receipts[0]?.['blockNumber']) > head ? null : { result: receipts };
  };
  return { learn, known };
};

/** Starts a node that ends with the site. */
export const startMeteredNode = async (site: Site, options: MeteredNodeOptions): Promise<MeteredNode> => {
  const { chainUrl, latencyMs, callsPerSecond, refusesBlockReceipts } = options;
  const meter = createMeter(callsPerSecond);
  const receipts = createReceipts(chainUrl, refusesBlockReceipts);
  const state: { head: number | null; finalLag: number } = { head: null, finalLag: 2 };
  const reply = async (view: View, call: RpcCall): Promise<object> => {
    const answer = receipts.known(call, view.head) ?? (await answerOf(view, call));
    return { jsonrpc: '2.0', id: call.id, ...answer };
  };
  const server = createServer((request, response) => {
    const respond = async (): Promise<void> => {
      const body = await bodyOf(request);
      const asked = Array.isArray(body) ? (body as readonly RpcCall[]) : [body as RpcCall];
      const isAdmitted = meter.admit(asked.length);
      await pause(latencyMs);
      if (!isAdmitted) {
        const error = { code: -32_005, message: 'rate limit exceeded' };
        response.writeHead(429, { ...JSON_TYPE, 'retry-after': '1' });
        return void response.end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
      }
      const view = honest(chainUrl, state.head ?? (await newestOf(chainUrl)), state.finalLag);
      const answers = await Promise.all(asked.map((call) => reply(view, call)));
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(Array.isArray(body) ? answers : answers[0]));
    };
    respond().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  site.onLeave(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, { url, calls: meter.calls, learnReceipts: receipts.learn });
};

const honest = (url: string, head: number, finalLag: number): View => ({
  ...{ url, head, finalLag, stateBlocks: null, hidden: new Set<string>() },
  lies: {
    failsInside: never,
    refusesFinal: never,
    refusesBlockReceipts: never,
    missesReceipt: never,
    losesLogs: never,
    isAhead: never,
    losesTransaction: never,
    ...{ indexBehindBlocks: 0, isLenient: false, bloom: 'true' },
  },
});
