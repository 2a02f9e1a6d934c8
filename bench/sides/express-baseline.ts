import { randomUUID } from 'node:crypto';
import express, { type RequestHandler } from 'express';
import { jwtVerify } from 'jose';
import type { Pool } from 'pg';
import { parseJwtKeys } from '../../infra/security/jwt-keys';
import { createBaselineTable, insertOf } from './shared/event-table';
import { serveExpress } from './shared/serve-express';

export interface ExpressBaselineSettings {
  readonly databaseUrl: string;
  /** As in JWT_KEYS. */
  readonly jwtKeys: string;
  readonly issuer: string;
  /** The bytes of the event that the service writes for an intent. */
  readonly data: string;
  readonly metadata: string;
}

/** Baseline of `create-intent`: the token is verified, one row is committed. */
serveExpress(async (app, pool, settings: ExpressBaselineSettings) => {
  await createBaselineTable(pool);
  app.use(express.json());
  app.post('/api/v1/cashout/intent', createHandler(settings, pool));
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
