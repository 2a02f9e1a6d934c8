import type { FiscalSubject } from '../../aggregates/user/fiscal-subject';
import type { Iso } from './clock';
import type { KeyVault } from './key-vault';

export interface IdleFiscalKey {
  readonly subjectId: FiscalSubject;
  readonly lastSealedAt: Iso;
}

export interface IdlePage {
  /** Time of the last sealing: earlier than this. */
  readonly before: Iso;
  /** The last subject of the page before; '' at first. */
  readonly after: string;
  readonly most: number;
}

/** The key vault notes each use of a fiscal subject's key. */
export interface FiscalKeys extends Pick<KeyVault, 'erase'> {
  /** Sorted by subject, by code points; without destroyed keys. */
  readonly idleFiscalKeys: (page: IdlePage) => Promise<readonly IdleFiscalKey[]>;
}
