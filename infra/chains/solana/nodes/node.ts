import type { ChainHead } from '../../../../commands/ports/chains/chain-reader';
import type { ClosedNode } from '../../closed/node';
import type { ClosedWatch } from '../../closed/watch';
import type { EndpointOptions } from '../../nodes/rpc/open-endpoint';
import { type SolanaWatch, solanaWatchOf } from '../watch';
import { lookAtAccounts, type MintPrograms } from './accounts';
import { hashAt, headOf } from './blocks';
import { connectCalls, type SolanaCalls } from './calls';
import { readOne, readPage } from './page';

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

/** One endpoint of Solana, read at the commitment `finalized` alone. Throws on an invalid URL, without repeating it. */
export const connectSolanaNode = (endpoint: EndpointOptions, closed: ClosedWatch): ClosedNode => {
  const watch = solanaWatchOf(closed);
  const identity = createIdentity();
  const calls = connectCalls(endpoint, identity.forget);
  let programs: MintPrograms | null = null;
  let last: ChainHead | null = null;
  const look = async (wallets: readonly string[]) => {
    const seen = await lookAtAccounts(calls, watch, wallets);
    ({ programs } = seen);
    return seen;
  };
  const scope = {
    ...{ calls, watch },
    accounts: async () => accountsOf(watch, programs ?? (await look([])).programs),
    rememberedHead: (height: bigint) => (last?.height === height ? last : null),
  };
  return {
    label: calls.label,
    identity: () => identity.of(calls),
    head: async () => {
      last = await headOf(calls);
      return last;
    },
    hashAt: (height) => hashAt(calls, height),
    receivers: async (wallets) => (await look(wallets)).receivers,
    page: (request) => readPage(scope, request),
    transaction: (txid) => readOne(scope, txid),
    close: calls.close,
  };
};
