import type { ChaosChain, Transfer } from './node/chain';
import { askAll, type Fields } from './node/json-rpc';

/** The part of wallets: a transaction that a fork removed is sent again until it is final. */
export interface WalletKeeper {
  /** `onSent` gets the transaction's hash, each time that it is sent. */
  readonly pay: (transfer: Transfer, onSent?: (txid: string) => void) => Promise<void>;
  /** Sends again what has vanished. */
  readonly tend: () => Promise<void>;
}

interface Sent {
  readonly submit: () => Promise<string>;
  txid: string;
}

export const keepWallets = (chain: ChaosChain): WalletKeeper => {
  let sent: readonly Sent[] = [];
  const pay: WalletKeeper['pay'] = async (transfer, onSent = () => undefined) => {
    const submit = async (): Promise<string> => {
      const txid = await chain.send(transfer);
      onSent(txid);
      return txid;
    };
    const entry: Sent = { submit, txid: await submit() };
    sent = [...sent, entry];
  };
  const tend = async (): Promise<void> => {
    const watched = sent;
    const found = await askAll<Fields | null>(
      chain.url,
      watched.map(({ txid }) => ['eth_getTransactionByHash', [txid]] as const),
    );
    // In sequence: two payments of one account keep their order.
    for (const [index, entry] of watched.entries()) {
      if (found[index] === null) entry.txid = await entry.submit();
    }
  };
  return { pay, tend };
};
