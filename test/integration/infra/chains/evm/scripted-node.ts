import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addressOfWord } from '../../../../../infra/chains/evm/protocol/transfers';
import type { MadeBlock, MadeChain, MadeLog, MadeTransaction } from './made-chain';
import type { RpcAnswer, RpcCall } from './rpc-proxy';

/** A node that answers from its chain, apart from scripted lies. Everything may be changed while it runs. */
export interface ScriptedNode {
  readonly url: string;
  readonly calls: RpcCall[];
  /** How many calls each HTTP request brought. */
  readonly batches: number[];
  chain: MadeChain;
  /** How far the final block is below the newest one. */
  finalLag: number;
  /** The newest block that it knows; null: the chain's. */
  newest: number | null;
  code: string;
  /** The part of a transfer that arrives. */
  arriving: (value: bigint) => bigint;
  lie: (call: RpcCall) => RpcAnswer;
  /** True when it has answered the whole request by itself. */
  http: (request: IncomingMessage, response: ServerResponse, calls: readonly RpcCall[]) => boolean;
  readonly count: (method: string) => number;
  readonly stop: () => Promise<void>;
}

const hex = (value: number | bigint): string => `0x${value.toString(16)}`;
const BLOOM = `0x${'ff'.repeat(256)}`;

const header = (block: MadeBlock) => ({
  number: hex(block.number),
  hash: block.hash,
  parentHash: block.parentHash,
  timestamp: hex(Math.floor(block.timeMs / 1000)),
  logsBloom: BLOOM,
});

const toTransaction = (block: MadeBlock, { logs, succeeded, value, ...rest }: MadeTransaction) => ({
  ...rest,
  value: hex(value),
  blockHash: block.hash,
  blockNumber: hex(block.number),
});

const allOf = (block: MadeBlock): readonly MadeTransaction[] => [...block.transactions, ...block.unlisted];

const indexLogs = (block: MadeBlock) => {
  let logIndex = 0;
  return allOf(block).flatMap((transaction) =>
    transaction.logs.map((log) => ({
      ...log,
      transactionHash: transaction.hash,
      blockHash: block.hash,
      blockNumber: hex(block.number),
      logIndex: hex(logIndex++),
    })),
  );
};

/** By block and transaction: a block of thousands is asked for often. */
const indexed = new WeakMap<MadeBlock, ReturnType<typeof index>>();

const index = (block: MadeBlock) => {
  const logs = indexLogs(block);
  const byHash = new Map(allOf(block).map((one) => [one.hash, { transaction: one, logs: [] as typeof logs }]));
  for (const log of logs) byHash.get(log.transactionHash)!.logs.push(log);
  return { logs, byHash };
};

const indexOf = (block: MadeBlock) => {
  const known = indexed.get(block) ?? index(block);
  indexed.set(block, known);
  return known;
};

const logsIn = (block: MadeBlock) => indexOf(block).logs;

const receiptIn = (block: MadeBlock, transaction: MadeTransaction) => ({
  transactionHash: transaction.hash,
  status: transaction.succeeded ? '0x1' : '0x0',
  blockHash: block.hash,
  blockNumber: hex(block.number),
  logsBloom: BLOOM,
  logs: indexOf(block).byHash.get(transaction.hash)!.logs,
});

interface Filter {
  readonly address: readonly string[];
  readonly topics: readonly (string | readonly string[] | null)[];
  readonly fromBlock: string;
  readonly toBlock: string;
}

const isWanted = (log: MadeLog, { address, topics }: Filter): boolean =>
  address.includes(log.address) &&
  topics.every((topic, index) => topic === null || [topic].flat().includes(log.topics[index]!));

/** A balance is what arrived less what left. */
const balanceAt = (node: ScriptedNode, contract: string, account: string, height: number): bigint => {
  const logs = node.chain.blocks.slice(0, height + 1).flatMap(logsIn);
  return logs
    .filter(({ address }) => address === contract)
    .reduce((sum, { topics, data }) => {
      const value = node.arriving(BigInt(data));
      const arrived = addressOfWord(topics[2]!) === account ? value : 0n;
      return sum + arrived - (addressOfWord(topics[1]!) === account ? BigInt(data) : 0n);
    }, 1_000_000_000_000n);
};

const result = (value: unknown): RpcAnswer => ({ result: value });

const answerOf = (node: ScriptedNode, { method, params }: RpcCall): RpcAnswer => {
  const known = node.chain.blocks.slice(0, (node.newest ?? node.chain.blocks.length - 1) + 1);
  const newest = known.length - 1;
  const heightOf = (name: unknown): number => {
    if (name === 'latest') return newest;
    return name === 'finalized' ? Math.max(0, newest - node.finalLag) : Number(name);
  };
  const place = (hash: unknown): readonly [MadeBlock, MadeTransaction] | null => {
    for (const block of known) {
      const found = indexOf(block).byHash.get(hash as string);
      if (found !== undefined) return [block, found.transaction];
    }
    return null;
  };
  const block = known[heightOf(params[0])];
  switch (method) {
    case 'eth_chainId':
      return result('0x7a69');
    case 'eth_blockNumber':
      return result(hex(newest));
    case 'eth_getBlockByNumber': {
      if (block === undefined) return result(null);
      const whole = params[1] === true;
      const transactions = block.transactions.map((one) => (whole ? toTransaction(block, one) : one.hash));
      return result({ ...header(block), transactions });
    }
    case 'eth_getLogs': {
      const filter = params[0] as Filter;
      const range = known.slice(Number(filter.fromBlock), Number(filter.toBlock) + 1);
      return result(range.flatMap(logsIn).filter((log) => isWanted(log, filter)));
    }
    case 'eth_getTransactionByHash': {
      const found = place(params[0]);
      const isListed = found?.[0].transactions.includes(found[1]) === true;
      return result(isListed ? toTransaction(...found) : null);
    }
    case 'eth_getTransactionReceipt': {
      const found = place(params[0]);
      return result(found === null ? null : receiptIn(...found));
    }
    case 'eth_getBlockReceipts':
      return result(block === undefined ? null : allOf(block).map((one) => receiptIn(block, one)));
    case 'eth_getCode':
      return result(node.code);
    case 'eth_call': {
      const { to, data } = params[0] as { readonly to: string; readonly data: string };
      const balance = balanceAt(node, to, addressOfWord(data), heightOf(params[1]));
      return result(`0x${balance.toString(16).padStart(64, '0')}`);
    }
    default:
      return { error: { code: -32601, message: `the method ${method} does not exist` } };
  }
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const reply = async (node: ScriptedNode, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const parsed = JSON.parse(await bodyOf(request)) as RpcCall | readonly RpcCall[];
  const calls = [parsed].flat() as readonly RpcCall[];
  node.batches.push(calls.length);
  if (node.http(request, response, calls)) return;
  node.calls.push(...calls);
  const answers = calls.map((call) => ({ jsonrpc: '2.0', id: call.id, ...(node.lie(call) ?? answerOf(node, call)) }));
  response.end(JSON.stringify(Array.isArray(parsed) ? answers : answers[0]));
};

export const scriptedNode = async (chain: MadeChain): Promise<ScriptedNode> => {
  const server = createServer((request, response) => {
    void reply(node, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node: ScriptedNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    batches: [],
    chain,
    finalLag: 10,
    newest: null,
    code: '0x',
    arriving: (value) => value,
    lie: () => undefined,
    http: () => false,
    count: (method) => node.calls.filter((call) => call.method === method).length,
    stop: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  return node;
};
