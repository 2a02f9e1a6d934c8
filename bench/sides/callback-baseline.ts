import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { Pool } from 'pg';
import { sandboxBankSource } from '../../infra/providers/sandbox/payouts/sandbox-callback';
import { refuseUnsafe } from './shared/event-table';
import { serve } from './shared/serve';

export interface CallbackBaselineSettings {
  readonly databaseUrl: string;
  readonly secret: string;
}

const CONNECTIONS = 16;
const TABLE = `
  CREATE SCHEMA IF NOT EXISTS bench;
  CREATE TABLE IF NOT EXISTS bench.callbacks (event_id text PRIMARY KEY, received_at timestamptz NOT NULL, body text NOT NULL)`;
const INSERT = 'INSERT INTO bench.callbacks VALUES ($1, now(), $2) ON CONFLICT DO NOTHING';

/** Baseline of `callback-intake`: the signature is verified, one row is committed. Answers its URL. */
serve(async ({ databaseUrl, secret }: CallbackBaselineSettings) => {
  const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  await refuseUnsafe(pool);
  await pool.query(TABLE);
  const app = express();
  app.use(express.raw({ type: () => true }));
  app.post('/webhooks/bank/sandbox', createHandler(pool, secret));
  const server = createServer(app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    answer: async () => `http://127.0.0.1:${port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await pool.end();
    },
  };
});

const createHandler = (pool: Pool, secret: string): RequestHandler => {
  const source = sandboxBankSource([secret], { now: Date.now });
  return async ({ headers, body }, response) => {
    const bytes = body as Buffer;
    if (!source.isAuthentic({ headers, body: bytes, isFromProxy: false })) throw new Error('The signature is wrong');
    const values = [source.read(bytes)?.eventId, bytes.toString()];
    await pool.query({ name: 'insert', text: INSERT, values });
    response.status(200).json({});
  };
};
