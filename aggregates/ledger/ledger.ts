import type { StreamName } from '../stream';

/** The identity stream: it names the ledger of a log, and the PostgreSQL that led, attached or moved it. */
export const LEDGER_STREAM: StreamName = 'ledger-identity';
