import { randomBytes } from 'node:crypto';
import { encodeBase58 } from '../../encodings/base58';
import { createLedger, type Ledger } from './ledger';
import { type Machine, openMachine } from './machine';

export type SolanaLedger = Ledger & Pick<Machine, 'accountOf' | 'rentOf' | 'setAccount' | 'simulate'>;

export interface SolanaLedgerOptions {
  readonly genesisHash?: string;
  readonly startedAtSeconds: number;
}

/** A chain in memory whose slots pass by `nextSlot` alone. Throws when litesvm is missing. */
export const openSolanaLedger = ({
  genesisHash = encodeBase58(randomBytes(32)),
  startedAtSeconds,
}: SolanaLedgerOptions): SolanaLedger => {
  const { execute, ...machine } = openMachine();
  return { ...machine, ...createLedger({ genesisHash, startedAtSeconds, execute }) };
};
