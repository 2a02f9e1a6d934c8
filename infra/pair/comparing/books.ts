import type { ClientBase } from 'pg';
import type { Recorded } from '../../../aggregates/events';
import { type DeliveryOf, type Fact, factsOf } from '../../../commands/pair/comparing/facts';
import { isKeyOfOurs } from '../../../commands/pair/comparing/transfers';
import type { Payout, PayoutProvider } from '../../../commands/ports/payout-provider';

const TABLES = `CREATE TEMPORARY TABLE facts (
    kind text NOT NULL, id text NOT NULL, at timestamptz NOT NULL, mode text, provider text,
    stream text NOT NULL, revision integer NOT NULL, commit bigint NOT NULL, PRIMARY KEY (kind, id)) ON COMMIT DROP;
  CREATE TEMPORARY TABLE transfers (
    provider text NOT NULL, mode text NOT NULL, key text NOT NULL, provider_id text NOT NULL, state text NOT NULL,
    settled_at timestamptz, is_late boolean NOT NULL, PRIMARY KEY (provider, mode, key)) ON COMMIT DROP`;

const ADD_FACTS = `INSERT INTO facts SELECT * FROM jsonb_populate_recordset(NULL::facts, $1) ON CONFLICT DO NOTHING`;
const ADD_TRANSFERS = `INSERT INTO transfers SELECT * FROM jsonb_populate_recordset(NULL::transfers, $1)
  ON CONFLICT DO NOTHING`;

const ROWS_PER_INSERT = 500;

type StoredFact = Fact & { readonly stream: string; readonly revision: number; readonly commit: string };

/** What the log and the bank know, in tables of this transaction alone: a ledger may have more than fits into memory. */
export async function openBooks(client: ClientBase, deliveryOf: DeliveryOf) {
  await client.query(TABLES);
  let waiting: StoredFact[] = [];
  const flush = async (): Promise<void> => {
    const facts = waiting;
    waiting = [];
    if (facts.length > 0) await client.query(ADD_FACTS, [JSON.stringify(facts)]);
  };
  return {
    flush,
    see: async (event: Recorded): Promise<void> => {
      const { stream, revision, position } = event;
      const place = { stream, revision, commit: position.commit.toString() };
      waiting.push(...factsOf(event, deliveryOf).map((fact) => ({ ...fact, ...place })));
      if (waiting.length >= ROWS_PER_INSERT) await flush();
    },
    /** `isLate`: it may have been sent after the log was read. */
    list: async (from: Pick<PayoutProvider, 'name' | 'mode'>, payouts: readonly Payout[], isLate: boolean) => {
      const rows = payouts.filter(isKeyOfOurs).map((payout) => ({
        ...{ provider: from.name, mode: from.mode, is_late: isLate, key: payout.idempotencyKey },
        ...{ provider_id: payout.providerId, state: payout.state, settled_at: payout.settledAt ?? null },
      }));
      if (rows.length > 0) await client.query(ADD_TRANSFERS, [JSON.stringify(rows)]);
    },
  };
}

export type Books = Awaited<ReturnType<typeof openBooks>>;
