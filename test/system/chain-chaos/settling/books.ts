import { Client } from 'pg';
import { type LedgerEvent, type Position, START } from '../../../../aggregates/events';
import { openEventStore } from '../../../../infra/event-store/open-event-store';
import type { RunInfo } from '../../../../infra/run-file';
import { projections } from '../../../../projections/all';

export type DepositEnd = 'OBSERVED' | 'FINAL' | 'REVERTED' | 'MATCHED' | 'UNMATCHED';

/** A deposit according to the log of events. */
export interface BookedDeposit {
  readonly depositId: string;
  readonly end: DepositEnd;
  readonly amountBaseUnits: bigint;
  /** The matched intent, or the reason for none. */
  readonly intentId: string | null;
  readonly reason: string | null;
}

export interface BookedIntent {
  readonly intentId: string;
  readonly createdAtMs: number;
  readonly status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'EXPIRED' | 'FAILED';
  readonly acceptedDepositId: string | null;
  /** Keys of all attempts at a payout. */
  readonly providerKeys: readonly string[];
  /** Time of the last event before a payout is sent; null before. */
  readonly dispatchedAtMs: number | null;
  readonly surplusBaseUnits: bigint;
}

/** An order in the bank's own books. */
export interface BankOrder {
  readonly providerKey: string;
  readonly amountCents: bigint;
}

/** Transfers too small for a stream, by block. */
export interface CountedDust {
  readonly height: number;
  readonly transfers: number;
  readonly baseUnits: bigint;
}

export interface Books {
  readonly deposits: ReadonlyMap<string, BookedDeposit>;
  readonly intents: ReadonlyMap<string, BookedIntent>;
  readonly orders: readonly BankOrder[];
  readonly dust: readonly CountedDust[];
  /** Heights at which history that was final was seen to have changed. */
  readonly finalityViolations: number;
  /** Heights from which history is gone, each reported with an alarm. */
  readonly gaps: number;
}

interface Ledger {
  readonly deposits: Map<string, BookedDeposit>;
  readonly intents: Map<string, BookedIntent>;
  finalityViolations: number;
  gaps: number;
}

const amend = <Value>(map: Map<string, Value>, key: string, change: Partial<Value>): void => {
  const before = map.get(key);
  if (before !== undefined) map.set(key, { ...before, ...change });
};

/** Adds an event; events without effect on money are ignored. */
const enter = (ledger: Ledger, event: LedgerEvent): void => {
  const { deposits, intents } = ledger;
  if ((event.type as string) === 'FinalityViolated') ledger.finalityViolations += 1;
  if ((event.type as string) === 'GapSeen') ledger.gaps += 1;
  if (event.type === 'CashoutIntentCreated') {
    const { intentId, createdAt } = event.data;
    const empty = { acceptedDepositId: null, providerKeys: [], dispatchedAtMs: null, surplusBaseUnits: 0n };
    intents.set(intentId, { intentId, createdAtMs: Date.parse(createdAt), status: 'PENDING', ...empty });
  }
  if (event.type === 'DepositObserved' || event.type === 'DepositFinalised') {
    const { depositId, amountBaseUnits } = event.data;
    const end = event.type === 'DepositObserved' ? 'OBSERVED' : 'FINAL';
    deposits.set(depositId, {
      ...{ depositId, end, amountBaseUnits: BigInt(amountBaseUnits), intentId: null, reason: null },
    });
  }
  if (event.type === 'DepositReverted') amend(deposits, event.data.depositId, { end: 'REVERTED' });
  if (event.type === 'DepositMatched') {
    amend(deposits, event.data.depositId, { end: 'MATCHED', intentId: event.data.intentId });
  }
  if (event.type === 'DepositUnmatched') {
    amend(deposits, event.data.depositId, { end: 'UNMATCHED', reason: event.data.reason });
  }
  enterPayment(ledger, event);
};

const enterPayment = ({ intents }: Ledger, event: LedgerEvent): void => {
  if (event.type === 'DepositAccepted') {
    amend(intents, event.data.intentId, { status: 'PROCESSING', acceptedDepositId: event.data.depositId });
  }
  if (event.type === 'PayoutRequested' && 'intentId' in event.data) {
    const before = intents.get(event.data.intentId)?.providerKeys ?? [];
    amend(intents, event.data.intentId, { providerKeys: [...before, event.data.providerKey] });
  }
  if (event.type === 'PayoutDispatched' && 'intentId' in event.data) {
    amend(intents, event.data.intentId, { dispatchedAtMs: Date.parse(event.data.dispatchedAt) });
  }
  if (event.type === 'RefundDue' && event.data.reason === 'SURPLUS') {
    amend(intents, event.data.intentId, { surplusBaseUnits: BigInt(event.data.amountBaseUnits) });
  }
  if (event.type === 'CashoutExpired') amend(intents, event.data.intentId, { status: 'EXPIRED' });
  if (event.type === 'CashoutCompleted') amend(intents, event.data.intentId, { status: 'COMPLETED' });
  if (event.type === 'CashoutFailed') amend(intents, event.data.intentId, { status: 'FAILED' });
};

export interface BookReader {
  /** The books as they are now. */
  readonly read: () => Promise<Books>;
  readonly close: () => Promise<void>;
}

const DEADLINE_MS = 10_000;
/** Others may write to the same store. */
const OURS = { streamPrefixes: [...new Set(projections.flatMap(({ streamPrefixes }) => streamPrefixes))] };

/** Reads what was added since the last time, beside the service and not through it. */
export const openBooks = async ({ databaseUrl, eventStoreUrl }: RunInfo): Promise<BookReader> => {
  const logger = { warn: () => undefined };
  const eventStore = openEventStore({ databaseUrl, eventStoreUrl }, { deadlineMs: DEADLINE_MS, logger });
  const database = new Client({ connectionString: databaseUrl });
  await database.connect();
  const ledger: Ledger = { deposits: new Map(), intents: new Map(), finalityViolations: 0, gaps: 0 };
  let after: Position = START;
  const read = async (): Promise<Books> => {
    for await (const event of eventStore.readAll(after, OURS)) {
      enter(ledger, event);
      after = event.position;
    }
    return { ...ledger, orders: await readOrders(database), dust: await readDust(database) };
  };
  const close = async (): Promise<void> => {
    await eventStore.close();
    await database.end();
  };
  return { read, close };
};

const readOrders = async (database: Client): Promise<readonly BankOrder[]> => {
  const { rows } = await database.query<{ key: string; amount_cents: string }>(
    `SELECT key, state->>'amountCents' AS amount_cents FROM lastro.sandbox_book
      WHERE kind = 'payout' AND state->>'bookedAtMs' IS NOT NULL`,
  );
  return rows.map((row) => ({ providerKey: row.key, amountCents: BigInt(row.amount_cents) }));
};

const readDust = async (database: Client): Promise<readonly CountedDust[]> => {
  const { rows } = await database.query<{ height: string; transfers: number; base_units: string }>(
    'SELECT height::text, transfers, base_units::text FROM lastro.chain_dust',
  );
  return rows.map((row) => ({
    height: Number(row.height),
    transfers: row.transfers,
    baseUnits: BigInt(row.base_units),
  }));
};
