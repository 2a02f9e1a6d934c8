import type { FiscalKeys } from '../../commands/ports/fiscal-keys';
import type { KeyVault } from '../../commands/ports/key-vault';

export interface RestorableVault extends KeyVault, FiscalKeys {
  /** Repeats all erasures after a restore, in batches of 1,000. */
  readonly destroyAgain: (subjectIds: Iterable<string>) => Promise<void>;
}

/** A fault, not a refusal: the caller decided on outdated state. */
export const erasedFault = (subjectId: string): Error => new Error(`the subject ${subjectId} was erased`);

/** A fault: the vault belongs to another ledger, or lost rows. */
export const unknownFault = (subjectId: string): Error => new Error(`the key vault has no key of ${subjectId}`);

export const ERASE_BATCH = 1_000;

export function* batchesOf(subjectIds: Iterable<string>): Generator<readonly string[]> {
  let batch: string[] = [];
  for (const subjectId of subjectIds) {
    batch.push(subjectId);
    if (batch.length < ERASE_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
