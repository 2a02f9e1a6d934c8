import type { Intercept } from '../../../../infra/chains/local/solana/rpc/server';
import type { SolanaLedger } from '../../../../infra/chains/local/solana/solana-ledger';
import { rest } from '../../../../infra/timing/rest';

const LISTS = new Set(['getSignaturesForAddress', 'getBlocks']);
const SLOTS_BACK = 2;
const SLOW_MS = 1_500;

/** Changes the result of a call, where the chain has one. */
export const changedResult =
  (name: string, change: (result: never) => unknown): Intercept =>
  (method, _params, answer) => {
    const told = answer();
    return method === name && 'result' in told ? { result: change(told.result as never) } : undefined;
  };

type Rows = readonly { readonly slot: number }[];
interface Latest {
  readonly value: object;
}

const headAt = (ledger: SolanaLedger, slotOf: () => number): Intercept =>
  changedResult('getLatestBlockhash', ({ value }: Latest) => {
    const slot = slotOf();
    return { context: { slot }, value: { ...value, blockhash: ledger.block(slot)!.blockhash } };
  });

const blockBelow = (ledger: SolanaLedger, most: number): number => {
  let slot = most;
  while (ledger.block(slot) === null) slot -= 1;
  return slot;
};

/** A node that has its last block alone. */
const pruned =
  (ledger: SolanaLedger): Intercept =>
  (method, params, answer) => {
    const first = ledger.finalSlot();
    if (method === 'getFirstAvailableBlock') return { result: first };
    if (method === 'getBlock' && Number(params[0]) < first) return { error: { code: -32_001, message: 'cleaned up' } };
    return changedResult('getSignaturesForAddress', (rows: Rows) => rows.filter(({ slot }) => slot >= first))(
      ...([method, params, answer] as const),
    );
  };

/** Faults of an endpoint over the ledger. */
export const solanaFaults = (ledger: SolanaLedger): Readonly<Record<string, Intercept>> => {
  const stoppedAt = ledger.finalSlot();
  return {
    dropConnections: () => 'cut',
    garbage: () => ({ status: 200, body: '<html>503</html>' }),
    half: (_method, _params, answer) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: '1', ...answer() });
      return { status: 200, body: body.slice(0, body.length / 2) };
    },
    tooManyRequests: () => ({ status: 429, headers: { 'retry-after': '1' }, body: 'Too many requests' }),
    slow: () => rest(SLOW_MS, new AbortController().signal).then(() => undefined),
    refuseRanges: (method) => (LISTS.has(method) ? { error: { code: -32_603, message: 'Internal error' } } : undefined),
    empty: changedResult('getSignaturesForAddress', () => []),
    repeat: changedResult('getSignaturesForAddress', (rows: readonly object[]) => rows.flatMap((row) => [row, row])),
    prune: pruned(ledger),
    goBack: headAt(ledger, () => blockBelow(ledger, ledger.finalSlot() - SLOTS_BACK)),
    standStill: headAt(ledger, () => stoppedAt),
  };
};
