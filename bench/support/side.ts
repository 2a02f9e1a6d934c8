import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Site } from './site';

/** A program of `sides/` in a process of its own, asked over its channel. */
export interface Side<Question, Answer> {
  readonly pid: number;
  readonly ask: (question: Question) => Promise<Answer>;
  readonly stop: () => Promise<void>;
}

/** Answer of a side, also to its settings: the first message. */
export type Reply<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly error: string };

/** Longer than any measurement. */
const ANSWER_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 5_000;

/** Starts the program and waits until it is ready. The program ends with the site or with this process. */
export const startSide = async <Question, Answer>(
  site: Site,
  program: string,
  settings: object,
): Promise<Side<Question, Answer>> => {
  const child = fork(path.join(__dirname, '../sides', `${program}.js`), { serialization: 'advanced' });
  const stop = (): Promise<void> => stopChild(child);
  site.onLeave(stop);
  await exchange(child, program, settings);
  return {
    pid: child.pid ?? 0,
    ask: async (question) => (await exchange(child, program, question as object)) as Answer,
    stop,
  };
};

const exchange = async (child: ChildProcess, program: string, message: object): Promise<unknown> => {
  const ending = new AbortController();
  const { signal } = ending;
  try {
    const answered = once(child, 'message', { signal });
    const exited = once(child, 'exit', { signal }).then(() => Promise.reject(new Error(`${program} ended`)));
    const late = new Promise<never>((_resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${program} does not answer`)), ANSWER_TIMEOUT_MS);
      signal.addEventListener('abort', () => clearTimeout(timer));
    });
    child.send(message);
    const [reply] = (await Promise.race([answered, exited, late])) as [Reply<unknown>];
    if (!reply.ok) throw new Error(`${program}: ${reply.error}`);
    return reply.answer;
  } finally {
    ending.abort();
  }
};

const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const kill = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  const exited = once(child, 'exit');
  // Its channel closes, and that is its sign to end.
  if (child.connected) child.disconnect();
  await exited;
  clearTimeout(kill);
};
