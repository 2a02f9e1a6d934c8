import type { KeyVault } from '../../commands/ports/key-vault';

/** The port, and what only start-up and the operator's tools ask for. */
export interface RestorableVault extends KeyVault {
  /**
   * Erases again, after a restore may have brought keys back: every subject of a `SubjectErased` event
   * (design: domain, section 2). Takes any number; works in batches of 1,000.
   */
  readonly destroyAgain: (subjectIds: Iterable<string>) => Promise<void>;
}

/** A fault, not a refusal: whoever seals has decided on state that is out of date. */
export const erasedFault = (subjectId: string): Error => new Error(`the subject ${subjectId} was erased`);

/** A fault: the vault is not the one this ledger was written with, or it lost rows. */
export const unknownFault = (subjectId: string): Error => new Error(`the key vault knows no key of ${subjectId}`);

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
