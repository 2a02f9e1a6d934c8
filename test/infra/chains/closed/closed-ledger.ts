import type { Movement } from '../../../../aggregates/chain';
import type { ChainReader } from '../../../../commands/ports/chains/chain-reader';
import type { ClosedNode, FoundOnNode, ToldTransaction } from '../../../../infra/chains/closed/node';
import { createClosedReader } from '../../../../infra/chains/closed/reader';
import { historyGone } from '../../../../infra/chains/nodes/history-gone';

export const NETWORK = 'closed';
export const RECEIVER = 'receiver';

const START_MS = Date.parse('2026-11-20T12:00:00.000Z');
export const timeOf = (height: bigint): string => new Date(START_MS + Number(height) * 1_000).toISOString();

export const movement = (height: bigint, given: Partial<Movement> = {}): Movement => ({
  network: NETWORK,
  txid: `tx-${height}`,
  position: '0',
  assetId: 1,
  contract: null,
  amountBaseUnits: '1000',
  sender: 'payer',
  receiver: RECEIVER,
  memos: [`acme:${height}`],
  movements: 1,
  unsupported: null,
  blockNumber: height.toString(),
  blockHash: `hash-${height}`,
  blockTime: timeOf(height),
  mode: 'sandbox',
  ...given,
});

export const paid = (height: bigint, given: Partial<Movement> = {}): ToldTransaction => {
  const one = movement(height, given);
  return { txid: one.txid, height, blockHash: one.blockHash, crop: { movements: [one] } };
};

/** A node over a chain in memory, with the faults that a test switches on. */
export interface ScriptedClosedNode extends ClosedNode {
  height: bigint;
  chain: string;
  transactions: (ToldTransaction & Partial<Pick<FoundOnNode, 'transfers'>>)[];
  lowest: bigint;
  mostPerPage: number;
  hashOf: (height: bigint) => string | null;
  fails: Error | null;
  readonly calls: string[];
}

export const closedNode = (
  label: string,
  transactions: ScriptedClosedNode['transactions'] = [],
): ScriptedClosedNode => {
  const note = (call: string): void => {
    node.calls.push(call);
    if (node.fails !== null) throw node.fails;
  };
  const headAt = (height: bigint) => ({ height, hash: node.hashOf(height) ?? 'none', time: timeOf(height) });
  const node: ScriptedClosedNode = {
    ...{ label, height: 100n, chain: 'genesis', transactions: [...transactions], lowest: 0n, mostPerPage: 100 },
    ...{ hashOf: (height) => `hash-${height}`, fails: null, calls: [] },
    identity: async () => {
      note('identity');
      return node.chain;
    },
    head: async () => {
      note('head');
      return headAt(node.height);
    },
    hashAt: async (height) => {
      note('hashAt');
      return node.hashOf(height);
    },
    receivers: async (accounts) => accounts.map((address) => ({ address, refusal: null })),
    page: async ({ from, to }) => {
      note('page');
      if (from < node.lowest) throw historyGone(label, from, 'it is pruned', node.lowest);
      const all = node.transactions.filter(({ height }) => height >= from && height <= to);
      const told = all.slice(0, node.mostPerPage);
      const last = all[node.mostPerPage];
      return { told, upTo: headAt(last === undefined ? to : last.height - 1n), resume: null };
    },
    transaction: async (txid) => {
      note('transaction');
      const told = node.transactions.find((one) => one.txid === txid);
      return told === undefined ? null : { transfers: [], ...told };
    },
    close: async () => undefined,
  };
  return node;
};

/** A reader over these nodes, whose clock is at `nowMs()`. */
export const readerOver = (nodes: readonly ScriptedClosedNode[], nowMs: () => number): ChainReader =>
  createClosedReader(
    {
      network: {
        ...{ name: NETWORK, family: 'solana', mode: 'sandbox', chainId: null, networkId: 'genesis' },
        ...{ receiver: RECEIVER, receivers: [RECEIVER], blockTimeToleranceSeconds: 30, expiryGraceSeconds: 10 },
      },
      assets: [
        {
          ...{ assetId: 1, symbol: 'COIN', network: NETWORK, contract: null, decimals: 6, dustBelow: '100' },
          ...{ cashIn: true, cashOut: true, pegged: false },
        },
      ],
      rpcUrls: nodes.map((_, index) => `http://node-${index}.test`),
      memoPrefix: 'acme',
      finality: 'finalized',
      logger: { info: () => undefined, warn: () => undefined },
      clock: { now: nowMs, iso: () => new Date(nowMs()).toISOString() },
      wait: async () => undefined,
    },
    ({ url }) => nodes[Number(/node-(\d)/.exec(url)?.[1])]!,
  );
