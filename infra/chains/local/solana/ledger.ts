import { createSlots, type Slots, type SlotsOptions } from './slots';
import { createTransactions, type LandedTransaction, type Transactions } from './transactions';

export interface LedgerOptions extends SlotsOptions {
  /** Null: the transaction could not pay its fee and leaves no record. */
  readonly execute: (wire: Buffer, slot: number, blockTimeSeconds: number) => LandedTransaction | null;
}

/** Slots, blocks and transactions in memory. Only final ones are executed, so that every answer is final. */
export interface Ledger extends Omit<Slots, 'openSlot'>, Transactions {
  /** Submitted transactions go into the first block after the newest slot. */
  readonly nextSlot: (hasBlock?: boolean) => void;
  readonly submit: (wire: Buffer) => void;
}

interface Submitted {
  readonly wire: Buffer;
  readonly after: number;
}

export const createLedger = ({ execute, ...options }: LedgerOptions): Ledger => {
  const { openSlot, ...slots } = createSlots(options);
  const { record, ...transactions } = createTransactions(slots.firstSlot);
  let queue: readonly Submitted[] = [];
  return {
    ...slots,
    ...transactions,
    submit: (wire) => {
      queue = [...queue, { wire, after: slots.newestSlot() }];
    },
    nextSlot: (hasBlock = true) => {
      const block = openSlot(hasBlock);
      if (block === null) return;
      const { slot, blockTimeSeconds } = block;
      const due = queue.filter(({ after }) => after < slot);
      queue = queue.filter(({ after }) => after >= slot);
      for (const { wire } of due) {
        const landed = execute(wire, slot, blockTimeSeconds);
        if (landed !== null) record(landed, block);
      }
    },
  };
};
