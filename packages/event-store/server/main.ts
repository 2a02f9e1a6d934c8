import { parseArgs } from 'node:util';
import { connectionStringOf, readIdentity } from './identity';
import { startEventStoreServer } from './server';

const HELP = `npm run event-store -- [--port 2113] [--directory .data/event-store]

A server of the EventStoreDB gRPC protocol (streams, without deletes, persistent subscriptions, projections and the HTTP
API) over PostgreSQL. It prints the connection string once it serves, and ends at SIGINT or SIGTERM.

database   DATABASE_URL, which must be set. The log is its schema event_store; several servers and services may share it,
           but none of a version that wrote to it alone.
user       lastro, with the password in <directory>/password
TLS        always, on 127.0.0.1, by <directory>/certificate.pem and <directory>/key.pem
What is missing in the directory is made at the first start; put files of your own there to replace them.

  --port <number>      2113 by default, 0 for any that is free
  --directory <path>   .data/event-store by default
  --help               this text
`;

const write = (text: string): void => void process.stdout.write(text);
const warn = (message: string): void => void process.stderr.write(`${message}\n`);

const readOptions = () =>
  parseArgs({
    options: {
      port: { type: 'string', default: '2113' },
      directory: { type: 'string', default: '.data/event-store' },
      help: { type: 'boolean', default: false },
    },
  }).values;

const main = async (): Promise<void> => {
  const { port, directory, help } = readOptions();
  if (help) {
    write(HELP);
    return;
  }
  const databaseUrl = process.env['DATABASE_URL'];
  if (databaseUrl === undefined) throw new Error('DATABASE_URL names the database of the event store, and is not set');
  if (!/^\d{1,5}$/.test(port)) throw new Error(`--port is a number, not "${port}"`);
  const identity = readIdentity(directory);
  const server = await startEventStoreServer({ ...identity, databaseUrl, port: Number(port), warn });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.stop());
  write(`LISTENING ${connectionStringOf(identity, server.port)}\n`);
};

main().catch((error: unknown) => {
  warn(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
