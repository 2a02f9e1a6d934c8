import type { ChainFamily } from '../../../aggregates/chain';
import type { Catalog } from '../../ports/chains/catalog';
import type { ChainHints } from '../../ports/chains/chain-hints';
import type { Clock } from '../../ports/clock';

export interface NoteTransactionDeps {
  readonly clock: Pick<Clock, 'iso'>;
  readonly catalog: Pick<Catalog, 'networks'>;
  /** Null for text that is no id of the family. */
  readonly canonicalTxid: (family: ChainFamily, text: string) => string | null;
  readonly chainHints: ChainHints;
}

interface ToldTransaction {
  readonly network: string;
  readonly txHash: string;
}

const MOST_OF_NETWORK = 1_000;
const MOST_OF_WALLET = 20;

const keep = async (
  { clock, catalog, canonicalTxid, chainHints }: NoteTransactionDeps,
  { network: name, txHash }: ToldTransaction,
  teller: { readonly toldBy: string; readonly mostOfTeller: number | null },
): Promise<void> => {
  const network = catalog.networks.find((watched) => watched.name === name);
  const txid = network === undefined ? null : canonicalTxid(network.family, txHash);
  if (txid === null) return;
  const { toldBy, mostOfTeller } = teller;
  await chainHints.keep({ network: name, txid, toldBy }, clock.iso(), { mostOfNetwork: MOST_OF_NETWORK, mostOfTeller });
};

export interface SubmittedTransaction extends ToldTransaction {
  readonly userId: string;
}

/** Keeps a transaction that a wallet reports. Ignores networks that are not watched and invalid ids. */
export const noteTransaction =
  (deps: NoteTransactionDeps) =>
  ({ userId, ...told }: SubmittedTransaction): Promise<void> =>
    keep(deps, told, { toldBy: `wallet/${userId}`, mostOfTeller: MOST_OF_WALLET });

export interface CalledTransaction {
  readonly provider: string;
  /** `<network>:<txHash>`. */
  readonly providerKey: string;
}

export const noteCalledTransaction =
  (deps: NoteTransactionDeps) =>
  async ({ provider, providerKey }: CalledTransaction): Promise<'done'> => {
    const [network = '', ...txHash] = providerKey.split(':');
    await keep(deps, { network, txHash: txHash.join(':') }, { toldBy: `chain/${provider}`, mostOfTeller: null });
    return 'done';
  };
