import { PublicKey, VersionedTransaction } from '@solana/web3.js';
import { LOCAL_RECEIVER } from '../../infra/chains/local/solana/well-known';
import { partsOf } from '../../infra/chains/nodes/rpc/few-at-once';
import { type EndpointOptions, MOST_REQUESTS_AT_ONCE } from '../../infra/chains/nodes/rpc/open-endpoint';
import { connectCalls, FINALIZED } from '../../infra/chains/solana/nodes/calls';
import { createSolanaReader } from '../../infra/chains/solana/reader';
import { systemClock } from '../../infra/clock';
import type { Bench, Figure } from '../figures';
import type { FilledChain } from '../sides/solana-chain';
import { alternate } from '../support/alternate';
import { startSide } from '../support/side';
import { onSite } from '../support/site';
import { quietLogger } from '../support/stores';

const CALLS_PER_SECOND = 10_000;
const TIMEOUT_MS = 30_000;
const wait = async (): Promise<void> => undefined;

const readerOf = ({ url, genesisHash }: FilledChain) =>
  createSolanaReader({
    network: {
      ...{ name: 'solana', family: 'solana', chainId: null, networkId: genesisHash, mode: 'sandbox' },
      ...{ receiver: LOCAL_RECEIVER, receivers: [LOCAL_RECEIVER], callsPerSecond: CALLS_PER_SECOND },
      ...{ blockTimeToleranceSeconds: 30, expiryGraceSeconds: 30 },
    },
    assets: [
      {
        ...{ assetId: 1, symbol: 'SOL', network: 'solana', contract: null, decimals: 9 },
        ...{ cashIn: true, cashOut: true, pegged: false },
      },
    ],
    ...{ rpcUrls: [url], memoPrefix: 'lastro', finality: 'finalized', logger: quietLogger, wait },
  });

/** Movements that a scan of the whole chain tells. */
const scanAll = async (chain: FilledChain): Promise<number> => {
  const reader = readerOf(chain);
  let [next, resume, movements] = [chain.from, null as unknown, 0];
  while (next <= chain.to) {
    const found = await reader.scan({ from: next, to: chain.to, resume });
    if (found.outcome === 'GAP') throw new Error(found.reason);
    movements += found.movements.length;
    [next, resume] = [found.upTo.height + 1n, found.resume];
  }
  await reader.close();
  return movements;
};

const endpointOf = (url: string): EndpointOptions => ({
  ...{ url, headers: {}, timeoutMs: TIMEOUT_MS, callsPerSecond: CALLS_PER_SECOND, clock: systemClock, wait },
});

/** Transactions of the receiver, listed, asked for and decoded. */
const listAll = async ({ url, from }: FilledChain): Promise<number> => {
  const calls = connectCalls(endpointOf(url), () => undefined);
  const signatures: string[] = [];
  for (;;) {
    const before = signatures.at(-1);
    const options = before === undefined ? { limit: 1_000 } : { limit: 1_000, before };
    const rows = await calls.ask('getSignaturesForAddress', (connection) =>
      connection.getSignaturesForAddress(new PublicKey(LOCAL_RECEIVER), options, FINALIZED),
    );
    if (rows.length === 0) break;
    signatures.push(...rows.filter(({ slot }) => BigInt(slot) >= from).map(({ signature }) => signature));
    if (rows.some(({ slot }) => BigInt(slot) < from)) break;
  }
  for (const part of partsOf(signatures, MOST_REQUESTS_AT_ONCE)) {
    const answers = (await Promise.all(part.map(calls.transaction))) as readonly { readonly transaction: [string] }[];
    for (const { transaction } of answers) VersionedTransaction.deserialize(Buffer.from(transaction[0], 'base64'));
  }
  await calls.close();
  return signatures.length;
};

/** Transactions a second that a reader scans, to the same calls without judging. */
export const benchScanSolana = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const transactions = bench.scale.scannedTransactions;
    const chain = await (await startSide<object, FilledChain>(site, 'solana-chain', { transactions })).ask({});
    const rate = async (work: (filled: FilledChain) => Promise<number>): Promise<number> => {
      const startedMs = performance.now();
      const count = await work(chain);
      if (count !== transactions) throw new Error(`${count} of ${transactions} transactions`);
      return transactions / ((performance.now() - startedMs) / 1_000);
    };
    const unit = 'transactions/s';
    return [
      await alternate(bench, {
        ...{ name: 'scan-solana', unit, measured: () => rate(scanAll), baseline: () => rate(listAll) },
      }),
    ];
  });
