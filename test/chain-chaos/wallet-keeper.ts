import type { ChaosChain, Transfer } from './chain';
import { askAll, type Fields } from './json-rpc';

/** What wallets do: a transaction that a fork threw out is sent again until it is final. */
export interface WalletKeeper {
  readonly pay: (transfer: Transfer) => Promise<void>;
  /** Sends again what has vanished. */
  readonly tend: () => Promise<void>;
}

interface Sent {
  readonly transfer: Transfer;
  txid: string;
}

export const keepWallets = (chain: ChaosChain): WalletKeeper => {
  let sent: readonly Sent[] = [];
  const pay = async (transfer: Transfer): Promise<void> => {
    const entry: Sent = { transfer, txid: await chain.send(transfer) };
    sent = [...sent, entry];
  };
  const tend = async (): Promise<void> => {
    const watched = sent;
    const found = await askAll<Fields | null>(
      chain.url,
      watched.map(({ txid }) => ['eth_getTransactionByHash', [txid]] as const),
    );
    // One after the other: two payments of one account keep their order.
    for (const [index, entry] of watched.entries()) {
      if (found[index] === null) entry.txid = await chain.send(entry.transfer);
    }
  };
  return { pay, tend };
};
