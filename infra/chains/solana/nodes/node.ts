import type { ChainHead } from '../../../../commands/ports/chains/chain-reader';
import type { ClosedNode } from '../../closed/node';
import type { ClosedWatch } from '../../closed/watch';
import type { EndpointOptions } from '../../nodes/rpc/open-endpoint';
import { type SolanaWatch, solanaWatchOf } from '../watch';
import { lookAtAccounts, type MintPrograms } from './accounts';
import { hashAt, headOf } from './blocks';
import { connectCalls, type SolanaCalls } from './calls';
import { readOne, readPage } from './page';

/** Nodes keep many times more: a block of a moment ago is still there. */
const RECENT_SLOTS = 1_000n;

/** Asked once, and again after each failure. */
const createIdentity = () => {
  let genesis: string | null = null;
  return {
    forget: (): void => {
      genesis = null;
    },
    of: async ({ ask }: SolanaCalls): Promise<string> => {
      genesis ??= await ask('getGenesisHash', (connection) => connection.getGenesisHash());
      return genesis;
    },
  };
};

/** Token accounts of a mint exist under the program that owns the mint. */
const accountsOf = ({ receivers, tokenAccounts }: SolanaWatch, programs: MintPrograms): readonly string[] => [
  ...receivers,
  ...[...tokenAccounts.values()]
    .filter(({ mint, program }) => programs.get(mint) === program)
    .map(({ address }) => address),
];

/** Connects an endpoint of Solana at the commitment `finalized`. Throws on an invalid URL, without repeating it. */
export const connectSolanaNode = (endpoint: EndpointOptions, closed: ClosedWatch): ClosedNode => {
  const watch = solanaWatchOf(closed);
  const identity = createIdentity();
  const calls = connectCalls(endpoint, identity.forget);
  let programs: MintPrograms | null = null;
  let last: ChainHead | null = null;
  /** A height whose block the node had after it answered its head. */
  let seen: bigint | null = null;
  const look = async (wallets: readonly string[]) => {
    const seen = await lookAtAccounts(calls, watch, wallets);
    ({ programs } = seen);
    return seen;
  };
  const scope = {
    ...{ calls, watch, left: new Map() },
    accounts: async () => accountsOf(watch, programs ?? (await look([])).programs),
    rememberedHead: (height: bigint) => (last?.height === height ? last : null),
    hasHistory: (from: bigint) => seen !== null && seen <= from && last !== null && last.height - from <= RECENT_SLOTS,
  };
  return {
    label: calls.label,
    identity: () => identity.of(calls),
    head: async () => {
      seen = null;
      last = await headOf(calls);
      return last;
    },
    hashAt: async (height) => {
      const hash = await hashAt(calls, height);
      if (hash !== null) seen = height;
      return hash;
    },
    receivers: async (wallets) => (await look(wallets)).receivers,
    page: (request) => readPage(scope, request),
    transaction: (txid) => readOne(scope, txid),
    close: calls.close,
  };
};
