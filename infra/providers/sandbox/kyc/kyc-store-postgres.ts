import fs from 'node:fs';
import path from 'node:path';
import type { Pool } from 'pg';
import { createQuery } from '../../../postgres/query';
import { projectRoot } from '../../../project-root';
import { kycQueueIn } from './kyc-queue-postgres';
import type { KycStore, StoredKyc } from './kyc-store';
import type { PersonBox } from './person-box';

interface KycRow {
  readonly partner_id: string;
  readonly ref: string;
  readonly provider_session_id: string;
  readonly person: Buffer;
  readonly settle_delay_ms: number;
  readonly opened_at_ms: string;
  readonly openings: number;
  readonly decision: StoredKyc['decision'];
  readonly decided_reason: StoredKyc['decidedReason'];
  readonly scenario: string | null;
}

const sessionOf = (row: KycRow, { open }: PersonBox): StoredKyc => ({
  ...open({ partnerId: row.partner_id, ref: row.ref }, row.person),
  partnerId: row.partner_id,
  ref: row.ref,
  providerSessionId: row.provider_session_id,
  settleDelayMs: row.settle_delay_ms,
  openedAtMs: Number(row.opened_at_ms),
  openings: row.openings,
  decision: row.decision,
  decidedReason: row.decided_reason,
  scenario: row.scenario,
});

const START = `
  insert into sandbox_kyc.sessions as kept
    (partner_id, ref, provider_session_id, person, settle_delay_ms, opened_at_ms, openings, scenario)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (partner_id, ref) do update set ref = kept.ref
  returning *`;

const OWN = 'partner_id = $1 and provider_session_id = $2';

/** Creates the schema `sandbox_kyc` if missing. Repeatable and safe concurrently. */
export const prepareKycStore = async (pool: Pick<Pool, 'query'>): Promise<void> => {
  const file = path.join(projectRoot(__dirname), 'infra/providers/sandbox/kyc/kyc-store.sql');
  await pool.query(await fs.promises.readFile(file, 'utf8'));
};

export const createPostgresKycStore = (pool: Pick<Pool, 'query'>, box: PersonBox): KycStore => {
  const query = createQuery(pool);
  const one = async (text: string, values: readonly unknown[]): Promise<StoredKyc | null> => {
    const [row] = await query<KycRow>(text, values);
    return row === undefined ? null : sessionOf(row, box);
  };
  return {
    start: async (session) => {
      const { partnerId, ref, providerSessionId, settleDelayMs, openedAtMs, openings, scenario } = session;
      const person = box.seal(session, session);
      const values = [partnerId, ref, providerSessionId, person, settleDelayMs, openedAtMs, openings, scenario];
      return (await one(START, values)) ?? session;
    },
    find: ({ partnerId, providerSessionId }) =>
      one(`select * from sandbox_kyc.sessions where ${OWN}`, [partnerId, providerSessionId]),
    findByRef: ({ partnerId, ref }) =>
      one('select * from sandbox_kyc.sessions where partner_id = $1 and ref = $2', [partnerId, ref]),
    reopen: ({ partnerId, providerSessionId }, atMs) =>
      one(`update sandbox_kyc.sessions set opened_at_ms = $3, openings = openings + 1 where ${OWN} returning *`, [
        ...[partnerId, providerSessionId, atMs],
      ]),
    decide: ({ partnerId, providerSessionId }, decision, reason) =>
      one(`update sandbox_kyc.sessions set decision = $3, decided_reason = $4 where ${OWN} returning *`, [
        ...[partnerId, providerSessionId, decision, reason],
      ]),
    ...kycQueueIn(pool),
    remove: async ({ partnerId, ref }) => {
      await pool.query('delete from sandbox_kyc.sessions where partner_id = $1 and ref = $2', [partnerId, ref]);
    },
    removeAll: async (partnerId) => {
      await pool.query('delete from sandbox_kyc.sessions where partner_id = $1', [partnerId]);
    },
  };
};
