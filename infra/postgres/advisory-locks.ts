/** Advisory locks of one database, as PostgreSQL's functions take them: our class, and an object for each lock. */
export interface AdvisoryLock {
  readonly classId: number;
  readonly objectId: number;
}

const OURS = 1_279_350_868;

/** Held by the process that projects. */
export const LEADER_LOCK: AdvisoryLock = { classId: OURS, objectId: 1 };
/** Shared by every process that may write the ledger, exclusive for a move. */
export const LEDGER_LOCK: AdvisoryLock = { classId: OURS, objectId: 2 };
/** Held by the creator of the schema of replaced tables: of two concurrent creations PostgreSQL fails one. */
export const PREVIOUS_SCHEMA_LOCK: AdvisoryLock = { classId: OURS, objectId: 3 };
/** Held by the process that destroys fiscal keys. */
export const FISCAL_LOCK: AdvisoryLock = { classId: OURS, objectId: 4 };
