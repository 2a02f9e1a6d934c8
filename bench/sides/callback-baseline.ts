import express, { type RequestHandler } from 'express';
import type { Pool } from 'pg';
import { sandboxSource } from '../../infra/providers/sandbox/callback-wire';
import { serveExpress } from './shared/serve-express';

export interface CallbackBaselineSettings {
  readonly databaseUrl: string;
  readonly secret: string;
}

const TABLE = `
  CREATE SCHEMA IF NOT EXISTS bench;
  CREATE TABLE IF NOT EXISTS bench.callbacks (event_id text PRIMARY KEY, received_at timestamptz NOT NULL, body text NOT NULL)`;
const INSERT = 'INSERT INTO bench.callbacks VALUES ($1, now(), $2) ON CONFLICT DO NOTHING';

/** Baseline of `callback-intake`: the signature is verified, one row is committed. */
serveExpress(async (app, pool, { secret }: CallbackBaselineSettings) => {
  await pool.query(TABLE);
  app.use(express.raw({ type: () => true }));
  app.post('/webhooks/bank/sandbox', createHandler(pool, secret));
});

const createHandler = (pool: Pool, secret: string): RequestHandler => {
  const source = sandboxSource('bank', [secret], { now: Date.now });
  return async ({ headers, body }, response) => {
    const bytes = body as Buffer;
    if (!source.isAuthentic({ headers, body: bytes, isFromProxy: false })) throw new Error('The signature is wrong');
    const values = [source.read(bytes)?.eventId, bytes.toString()];
    await pool.query({ name: 'insert', text: INSERT, values });
    response.status(200).json({});
  };
};
