import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { jwtVerify } from 'jose';
import { Pool } from 'pg';
import { parseJwtKeys } from '../../infra/security/jwt-keys';
import { createBaselineTable, insertOf, refuseUnsafe } from './shared/event-table';
import { serve } from './shared/serve';

export interface ExpressBaselineSettings {
  readonly databaseUrl: string;
  /** As in JWT_KEYS. */
  readonly jwtKeys: string;
  readonly issuer: string;
  /** The bytes of the event that the service writes for an intent. */
  readonly data: string;
  readonly metadata: string;
}

const CONNECTIONS = 16;

/** Baseline of `create-intent`: the token is verified, one row is committed. Answers its URL. */
serve(async (settings: ExpressBaselineSettings) => {
  const pool = new Pool({ connectionString: settings.databaseUrl, max: CONNECTIONS });
  await refuseUnsafe(pool);
  await createBaselineTable(pool);
  const app = express();
  app.use(express.json());
  app.post('/api/v1/cashout/intent', createHandler(settings, pool));
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

const createHandler = (settings: ExpressBaselineSettings, pool: Pool): RequestHandler => {
  const { issuer, data, metadata } = settings;
  const { key } = parseJwtKeys(settings.jwtKeys).signing;
  const expected = { algorithms: ['HS256'], issuer, audience: 'v1' };
  let position = 0;
  return async (request, response) => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    await jwtVerify(token, key, expected);
    const { quoteId } = request.body as { readonly quoteId: string };
    position += 1;
    const revision = position;
    const event = { revision, id: randomUUID(), type: 'CashoutIntentCreated', data, metadata };
    await pool.query(insertOf(position, { stream: `cashout-${quoteId}`, ...event }));
    response.status(201).json({ success: true, data: { quoteId, status: 'PENDING' } });
  };
};
