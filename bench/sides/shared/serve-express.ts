import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express } from 'express';
import { Pool } from 'pg';
import { refuseUnsafe } from './event-table';
import { serve } from './serve';

const CONNECTIONS = 16;

/** Serves a baseline: bare Express with a database that waits for the disk. Answers its URL. */
export const serveExpress = (mount: (app: Express, pool: Pool, settings: never) => Promise<unknown>): void =>
  serve(async (settings: { readonly databaseUrl: string }) => {
    const pool = new Pool({ connectionString: settings.databaseUrl, max: CONNECTIONS });
    await refuseUnsafe(pool);
    const app = express();
    await mount(app, pool, settings as never);
    const server = createServer(app).listen(0, '127.0.0.1');
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
