import { createInterface, type Interface } from 'node:readline';
import { startEventStoreServer } from './server';
import { COUNT, COUNTERS, type EventStoreServerSettings, FINISH } from './settings';

const warn = (message: string): void => void process.stderr.write(`${message}\n`);

/**
 * The event store's process. The first line of stdin holds its settings and secrets (JSON), later ones FINISH or COUNT;
 * the end of stdin means the parent is gone. Prints `LISTENING <port>` once it serves.
 */
const main = async (): Promise<void> => {
  // Ctrl-C and SIGTERM reach the whole process group; the parent decides when this process ends.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  const lines = createInterface({ input: process.stdin });
  const settings = await firstOf(lines);
  lines.once('close', () => process.exit(0));
  const server = await startEventStoreServer(settings, warn);
  lines.on('line', (line) => {
    if (line === FINISH) void server.stop().then(() => process.exit(0));
    if (line === COUNT) process.stdout.write(`${COUNTERS}${JSON.stringify(server.counters())}\n`);
  });
  process.stdout.write(`LISTENING ${server.port}\n`);
};

const firstOf = (lines: Interface): Promise<EventStoreServerSettings> =>
  new Promise((resolve, reject) => {
    lines.once('line', (line) => resolve(JSON.parse(line) as EventStoreServerSettings));
    lines.once('close', () => reject(new Error('No settings on stdin')));
  });

main().catch((error: unknown) => {
  warn(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
