import type { StreamName } from '../stream';

/** The identity stream: it names the ledger of a log, and tells which PostgreSQL led, attached or moved it. */
export const LEDGER_STREAM: StreamName = 'ledger-identity';
