import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Figure, Scale } from '../figures';
import type { Reply } from './side';

/** Time limit of a benchmark: a longer run hangs. */
const LONGEST_MS = 90 * 60_000;
/** Time to stop the processes that it has started. */
const CLEARING_MS = 60_000;

/** A benchmark in a process of its own, whose end ends nothing else. Abort the signal to have it clear up and end. */
export const measureAlone = async (name: string, scale: Scale, signal: AbortSignal): Promise<readonly Figure[]> => {
  const child = fork(path.join(__dirname, '../one.js'), [name, JSON.stringify(scale)]);
  const ending = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  ending.addEventListener('abort', () => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), CLEARING_MS).unref();
  });
  const replies: Reply<readonly Figure[]>[] = [];
  child.once('message', (message) => replies.push(message as Reply<readonly Figure[]>));
  const [code, killedBy] = (await once(child, 'exit')) as [number | null, string | null];
  const [reply] = replies;
  if (ending.aborted) throw new Error(`It did not end within ${LONGEST_MS / 60_000} minutes`);
  if (reply === undefined) throw new Error(`Its process ended with ${killedBy ?? code}`);
  if (!reply.ok) throw new Error(reply.error);
  return reply.answer;
};
