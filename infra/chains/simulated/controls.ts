import type { Ids } from '../../../commands/ports/ids';
import type { NetworkControls, PlayedTransaction } from '../../../commands/ports/providers/sandbox-controls';
import { finalDepth, heightAfter, timeOf } from './blocks';
import type { SimulatedBooks, SimulatedTransfer } from './books';
import { SIMULATED_FAUCET } from './network';

export interface NetworkControlOptions {
  readonly books: SimulatedBooks;
  readonly ids: Ids;
  readonly settleMs: number;
}

export interface SimulatedControls extends NetworkControls, Pick<SimulatedBooks, 'advance' | 'reset'> {}

/** The control calls of the simulated network: they place transactions, and nothing else. */
export const networkControls = ({ books, ids, settleMs }: NetworkControlOptions): SimulatedControls => {
  const place = async (
    transfer: Omit<SimulatedTransfer, 'txid' | 'sender'>,
    notBefore?: bigint,
  ): Promise<PlayedTransaction> => {
    const txid = `0x${ids.hex(32)}`;
    const { height } = await books.place({ ...transfer, txid, sender: SIMULATED_FAUCET }, notBefore);
    return { txid, minedAt: timeOf(height), finalAt: timeOf(height + finalDepth(settleMs)) };
  };
  return {
    placeDeposit: ({ after, ...deposit }) =>
      place({ ...deposit, kind: 'DEPOSIT', allowance: null }, after === null ? undefined : heightAfter(after)),
    creditWallet: ({ wallet, ...credit }) =>
      place({ ...credit, kind: 'CREDIT', fate: 'LANDS', receiver: wallet, memo: null }),
    ...{ advance: books.advance, reset: books.reset },
  };
};
