import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { childEnvironment } from '../../child-environment';
import type { ReaderAnswer, ReaderQuestion, ReaderSaying } from './reader-messages';

/** With more unanswered calls the thread is stuck. */
export const MOST_PENDING_CALLS = 1_000;
/** Above this heap the thread ends instead of the process, and its readers are reopened. */
const LARGEST_HEAP_MB = 512;
/** A block of 5,000 transfers is 13 MB of short-lived objects; a grown young heap never shrinks. */
const LARGEST_YOUNG_HEAP_MB = 12;

const RESOURCE_LIMITS = {
  maxOldGenerationSizeMb: LARGEST_HEAP_MB,
  maxYoungGenerationSizeMb: LARGEST_YOUNG_HEAP_MB,
};

/** `Omit` distributed over the union. */
type WithoutId<Question> = Question extends unknown ? Omit<Question, 'id'> : never;

export interface ThreadCalls {
  /** Rejects with the reader's error, when the thread ends, and above MOST_PENDING_CALLS. */
  readonly ask: (question: WithoutId<ReaderQuestion>) => Promise<unknown>;
  readonly end: () => Promise<void>;
}

export interface ThreadHooks {
  readonly onSaid: (saying: ReaderSaying) => void;
  /** Called once, also after `end`; `reason` is the fatal error or null. */
  readonly onEnd: (reason: unknown) => void;
}

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The flag, already applied to the main thread, would override the limit of every worker thread. */
const obeyYoungLimit = (): void => setFlagsFromString('--max-semi-space-size=0');

export const startThread = (entry: string, { onSaid, onEnd }: ThreadHooks): ThreadCalls => {
  obeyYoungLimit();
  const worker = new Worker(entry, { env: childEnvironment(), resourceLimits: RESOURCE_LIMITS });
  const pending = new Map<number, Pending>();
  let asked = 0;
  let reason: unknown = null;
  let hasEnded = false;
  worker.on('message', (message: ReaderAnswer | ReaderSaying) => {
    if (message.kind === 'said') onSaid(message);
    else settle(pending, message);
  });
  worker.on('error', (error) => {
    reason = error;
  });
  // The unreadable message may be an awaited answer.
  worker.on('messageerror', () => void worker.terminate());
  worker.on('exit', () => {
    hasEnded = true;
    onEnd(reason);
    for (const { reject } of pending.values()) reject(ended());
    pending.clear();
  });
  const ask: ThreadCalls['ask'] = (question) =>
    new Promise((resolve, reject) => {
      if (hasEnded) throw ended();
      if (pending.size >= MOST_PENDING_CALLS) throw new Error('The thread of the chain readers is overloaded');
      asked += 1;
      const id = asked;
      worker.postMessage({ ...question, id });
      pending.set(id, { resolve, reject });
    });
  return { ask, end: () => worker.terminate().then(() => undefined) };
};

const ended = (): Error => new Error('The thread of the chain readers has stopped');

const errorOf = ({ kind, id, message, ...told }: Extract<ReaderAnswer, { readonly kind: 'failure' }>): Error =>
  Object.assign(new Error(message), told);

const settle = (pending: Map<number, Pending>, message: ReaderAnswer): void => {
  const waiting = pending.get(message.id);
  pending.delete(message.id);
  if (message.kind === 'answer') waiting?.resolve(message.value);
  else waiting?.reject(errorOf(message));
};
