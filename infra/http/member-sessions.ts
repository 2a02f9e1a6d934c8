import type { Pool } from 'pg';
import { MEMBER_IDLE_MS } from '../../commands/partner/members/sessions';
import type { MemberSession, MemberSessions } from '../../commands/ports/member-sessions';
import { createQuery } from '../postgres/query';

export interface PostgresMemberSessions extends MemberSessions {
  readonly removeOver: (nowMs: number) => Promise<number>;
}

const SELECT = `SELECT token_hash AS "tokenHash", partner_id AS "partnerId", member_id AS "memberId",
    started_at AS "startedAt", used_at AS "usedAt", address, browser
  FROM lastro.member_sessions`;

const FIND = `${SELECT} WHERE token_hash = $1`;

const LIST = `${SELECT} WHERE partner_id = $1 AND member_id = $2 ORDER BY used_at DESC LIMIT 100`;

const ADD = `INSERT INTO lastro.member_sessions
    (token_hash, partner_id, member_id, started_at, used_at, address, browser)
  VALUES ($1, $2, $3, $4, $5, $6, $7)`;

export const createMemberSessions = (pool: Pool): PostgresMemberSessions => {
  const query = createQuery(pool);
  const run = async (text: string, values: readonly unknown[]): Promise<number> =>
    (await pool.query(text, [...values])).rowCount ?? 0;
  return {
    add: async ({ tokenHash, partnerId, memberId, startedAt, usedAt, address, browser }) => {
      await run(ADD, [tokenHash, partnerId, memberId, startedAt, usedAt, address, browser]);
    },
    find: async (tokenHash) => (await query<MemberSession>(FIND, [tokenHash]))[0] ?? null,
    use: async (tokenHash, usedAt) => {
      await run('UPDATE lastro.member_sessions SET used_at = $2 WHERE token_hash = $1', [tokenHash, usedAt]);
    },
    list: ({ partnerId, memberId }) => query<MemberSession>(LIST, [partnerId, memberId]),
    remove: async (tokenHash) =>
      (await run('DELETE FROM lastro.member_sessions WHERE token_hash = $1', [tokenHash])) === 1,
    removeOf: async ({ partnerId, memberId }) => {
      await run('DELETE FROM lastro.member_sessions WHERE partner_id = $1 AND member_id = $2', [partnerId, memberId]);
    },
    removeOver: (nowMs) =>
      run('DELETE FROM lastro.member_sessions WHERE used_at < $1', [new Date(nowMs - MEMBER_IDLE_MS)]),
  };
};
