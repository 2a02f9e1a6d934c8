import { createHash, createHmac } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { jwtVerify } from 'jose';
import type { Pool } from 'pg';
import { parseJwtKeys } from '../../infra/security/jwt-keys';
import { serveExpress } from './shared/serve-express';

export interface ReadBaselineSettings {
  readonly databaseUrl: string;
  /** As in JWT_KEYS. */
  readonly jwtKeys: string;
  readonly issuer: string;
  readonly partnerId: string;
  readonly signingKey: string;
}

const NO_BODY = createHash('sha256').update('').digest('hex');
const NONCES = 'bench_nonces';

/** Baselines of the three reads, on the service's own tables: the least that answers the same question. */
serveExpress(async (app, pool, settings: ReadBaselineSettings) => {
  await pool.query(`CREATE TABLE IF NOT EXISTS ${NONCES}
    (partner_id text, nonce text, expires_at timestamptz NOT NULL, PRIMARY KEY (partner_id, nonce))`);
  app.get('/api/v1/cashout/intent/:intentId', readIntent(settings, pool));
  app.get('/by-api-key', listByApiKey(pool));
  app.get('/by-signature', listBySignature(settings, pool));
});

const authorizationOf = (request: Request): string => request.headers.authorization ?? '';

/** The token is verified, and one SELECT runs in a transaction. */
const readIntent = ({ jwtKeys, issuer }: ReadBaselineSettings, pool: Pool): RequestHandler => {
  const { key } = parseJwtKeys(jwtKeys).signing;
  const text = 'SELECT * FROM lastro.cashout_intents WHERE intent_id = $1 AND user_id = $2';
  return async (request, response) => {
    const token = authorizationOf(request).slice('Bearer '.length);
    const { payload } = await jwtVerify(token, key, { algorithms: ['HS256'], issuer, audience: 'v1' });
    const client = await pool.connect();
    try {
      await client.query('BEGIN READ ONLY');
      const values = [request.params['intentId'], payload['uid']];
      const { rows } = await client.query<object>({ name: 'intent', text, values });
      await client.query('COMMIT');
      response.status(rows.length === 1 ? 200 : 404).json({ success: true, data: rows[0] });
    } finally {
      client.release();
    }
  };
};

const LIST = 'SELECT * FROM lastro.api_keys WHERE partner_id = $1 AND mode = $2 ORDER BY created_at DESC, key_id';

/** SHA-256, one SELECT by it, one SELECT of the list. */
const listByApiKey =
  (pool: Pool): RequestHandler =>
  async (request, response) => {
    const hash = createHash('sha256').update(authorizationOf(request).slice('Bearer '.length)).digest('hex');
    const text = 'SELECT partner_id, mode FROM lastro.api_keys WHERE key_hash = $1';
    const holder = await pool.query<{ partner_id: string; mode: string }>({ name: 'holder', text, values: [hash] });
    const values = [holder.rows[0]?.partner_id, holder.rows[0]?.mode];
    const { rows } = await pool.query<object>({ name: 'list', text: LIST, values });
    response.status(rows.length > 0 ? 200 : 401).json({ success: true, data: rows });
  };

/** Costs one HMAC, one committed INSERT and one SELECT. */
const listBySignature = ({ partnerId, signingKey }: ReadBaselineSettings, pool: Pool): RequestHandler => {
  const text = `INSERT INTO ${NONCES} VALUES ($1, $2, now() + interval '605 s') ON CONFLICT DO NOTHING`;
  return async (request, response) => {
    const fields = new Map(authorizationOf(request).slice('HMAC-SHA256 '.length).split(',').map(pairOf));
    const nonce = fields.get('nonce');
    const signed = `GET\n${request.path}\n${fields.get('timestamp')}\n${nonce}\n${NO_BODY}`;
    const isOurs = createHmac('sha256', signingKey).update(signed).digest('hex') === fields.get('signature');
    const { rowCount } = await pool.query({ name: 'nonce', text, values: [partnerId, nonce] });
    const { rows } = await pool.query<object>({ name: 'list', text: LIST, values: [partnerId, 'sandbox'] });
    response.status(isOurs && rowCount === 1 ? 200 : 401).json({ success: true, data: rows });
  };
};

const pairOf = (field: string): readonly [string, string] => {
  const [name = '', value = ''] = field.split('=', 2);
  return [name, value];
};
