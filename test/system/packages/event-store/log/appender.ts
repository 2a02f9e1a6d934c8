// usage: appender.ts <name>, with DATABASE_URL
// Eight writers append to streams of their own, and each acknowledged event is a line: its id and its stream. The end of
// stdin ends them.
import { openLogStore } from '../../../../../infra/event-store/log/log-store';
import { watermark } from '../../../../../packages/testing/src/contracts/event-store/watermarks';

const WRITERS = 8;

const main = async (name: string): Promise<void> => {
  const store = openLogStore({
    databaseUrl: process.env['DATABASE_URL'] ?? '',
    deadlineMs: 1_250,
    logger: { warn: () => undefined },
  });
  let isStopping = false;
  process.stdin.once('close', () => {
    isStopping = true;
  });
  process.stdin.resume();
  const write = async (stream: string): Promise<void> => {
    for (let revision = -1; !isStopping; ) {
      const events = Array.from({ length: revision % 3 === 0 ? 2 : 1 }, () => watermark(revision));
      const expected = revision === -1 ? 'no_stream' : revision;
      let outcome = 'away';
      while (outcome !== 'appended') {
        ({ outcome } = await store.append(stream, expected, events).catch(() => ({ outcome: 'away' })));
        if (outcome === 'wrong_revision') throw new Error(`${stream} was not at revision ${revision}`);
      }
      revision += events.length;
      process.stdout.write(events.map(({ id }) => `${id} ${stream}\n`).join(''));
    }
  };
  await store.connect();
  await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(`${name}-${writer}`)));
  await store.close();
};

main(process.argv[2] ?? '').catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
