import { BENCHMARKS } from './benchmarks';
import type { Figure, Scale } from './figures';
import type { Reply } from './support/side';

/** Runs a benchmark, by name and scale. Its figures go to the process that started this one. */
const measure = async (name: string, scale: Scale): Promise<Reply<readonly Figure[]>> => {
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  try {
    return { ok: true, answer: (await BENCHMARKS[name]?.({ scale, say })) ?? [] };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return { ok: false, error: error instanceof Error ? error.message : String(error) };
  }
};

// A site clears up at the first signal; a second one must not end that. Without the run the measurement is useless.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));

const [name = '', scale = '{}'] = process.argv.slice(2);
void measure(name, JSON.parse(scale) as Scale).then((reply) => {
  if (process.connected) process.send?.(reply, () => process.exit());
  else process.exit();
});
