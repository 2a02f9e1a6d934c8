import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import {
  type ConnectedEventStore,
  connectEventStore,
  type EventStoreConnection,
} from '../../../../infra/event-store/client/client';
import { type EmbeddedEventStore, startEmbeddedEventStore } from '../../../../infra/event-store/embedded';
import type { Logger } from '../../../../infra/logger';
import { testDatabase } from '../../../stores/postgres';

/** The embedded store as it runs in production: a real child process over a fresh database. */
export interface EmbeddedStore {
  readonly embedded: EmbeddedEventStore;
  readonly store: ConnectedEventStore;
  readonly databaseUrl: string;
  readonly dataDir: string;
  /** What the supervisor and the process said. */
  readonly lines: readonly string[];
  readonly logger: Logger;
  readonly close: () => Promise<void>;
}

const collectingLogger = (lines: string[]): Logger => {
  const log = (...parameters: unknown[]): void =>
    void lines.push(parameters.map((one) => JSON.stringify(one)).join(' '));
  return { debug: log, info: log, warn: log, error: log };
};

export const openEmbeddedStore = async (
  options: Omit<EventStoreConnection, 'connectionString'> = {},
): Promise<EmbeddedStore> => {
  const database = await testDatabase();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lastro-event-store-'));
  const lines: string[] = [];
  const logger = collectingLogger(lines);
  const embedded = await startEmbeddedEventStore({ databaseUrl: database.url, dataDir, logger });
  const store = connectEventStore({ connectionString: embedded.connectionString, ...options });
  const close = async (): Promise<void> => {
    await store.close();
    await embedded.stop();
    await database.drop();
    fs.rmSync(dataDir, { recursive: true });
  };
  return { embedded, store, databaseUrl: database.url, dataDir, lines, logger, close };
};

export const query = async <Row extends object>(databaseUrl: string, text: string): Promise<Row[]> => {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
};
