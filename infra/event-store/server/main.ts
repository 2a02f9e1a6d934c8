import { createInterface } from 'node:readline';
import { type EventStoreServerSettings, startEventStoreServer } from './server';

const warn = (message: string): void => void process.stderr.write(`${message}\n`);

/**
 * The event store's own process. Its settings, secrets among them, arrive as the first line of stdin (JSON); when
 * stdin ends, the parent is gone and so is this process. It says `LISTENING <port>` once it serves.
 */
const readSettings = async (): Promise<EventStoreServerSettings> => {
  const line = await new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: process.stdin });
    lines.once('line', resolve);
    lines.once('close', () => reject(new Error('No settings on stdin')));
  });
  return JSON.parse(line) as EventStoreServerSettings;
};

const main = async (): Promise<void> => {
  const settings = await readSettings();
  process.stdin.once('end', () => process.exit(0));
  process.stdin.once('close', () => process.exit(0));
  process.stdin.resume();
  const server = await startEventStoreServer(settings, warn);
  process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)));
  // A terminal's Ctrl-C reaches the whole group; the parent decides when this process ends.
  process.on('SIGINT', () => undefined);
  process.stdout.write(`LISTENING ${server.port}\n`);
};

main().catch((error: unknown) => {
  warn(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
