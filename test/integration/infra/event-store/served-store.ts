import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import {
  type ConnectedEventStore,
  connectEventStore,
  type EventStoreConnection,
} from '../../../../infra/event-store/client/client';
import { connectionStringOf, readIdentity } from '../../../../packages/event-store/server/identity';
import { startEventStoreServer } from '../../../../packages/event-store/server/server';
import { type TestDatabase, testDatabase } from '../../../stores/postgres';

/** A fresh database, and a directory for what belongs to it. */
export interface OwnDatabase {
  readonly databaseUrl: string;
  readonly dataDir: string;
  readonly drop: TestDatabase['drop'];
}

export const ownDatabase = async (): Promise<OwnDatabase> => {
  const database = await testDatabase();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lastro-event-store-'));
  const drop = async (): Promise<void> => {
    await database.drop();
    fs.rmSync(dataDir, { recursive: true });
  };
  return { databaseUrl: database.url, dataDir, drop };
};

/** Our gRPC server over a fresh database, and the official client's adapter on it. */
export interface ServedStore extends Omit<OwnDatabase, 'drop'> {
  readonly connectionString: string;
  readonly store: ConnectedEventStore;
  /** The server's output. */
  readonly lines: readonly string[];
  readonly close: () => Promise<void>;
}

export const openServedStore = async (
  options: Omit<EventStoreConnection, 'connectionString'> = {},
): Promise<ServedStore> => {
  const { databaseUrl, dataDir, drop } = await ownDatabase();
  const lines: string[] = [];
  const identity = readIdentity(dataDir);
  const warn = (line: string): void => void lines.push(line);
  const server = await startEventStoreServer({ ...identity, databaseUrl, port: 0, warn });
  const connectionString = connectionStringOf(identity, server.port);
  const store = connectEventStore({ connectionString, ...options });
  const close = async (): Promise<void> => {
    await store.close();
    await server.stop();
    await drop();
  };
  return { connectionString, store, databaseUrl, dataDir, lines, close };
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
