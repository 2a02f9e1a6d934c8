import type { VerbatimStore } from '../../../event-store/client/verbatim/verbatim-store';
import type { RawRecord } from '../../../event-store/judging';
import { type BothLogs, inStep } from './in-step';
import { movedEvents } from './moved-events';
import { streamRuns } from './stream-runs';

/** Reads the target to its end, and the source as far. Answers how many events were found in both. */
export const catchUp = async (logs: BothLogs): Promise<number> => {
  const both = inStep(logs);
  let found = 0;
  while ((await both.next()).done !== true) found += 1;
  return found;
};

/** Null when it was written; else why it may not have been. */
const appendRun = async (target: VerbatimStore, run: readonly RawRecord[]): Promise<Error | null> => {
  const [first] = run;
  if (first === undefined) return null;
  const { stream, revision } = first;
  const result = await target.append(stream, revision === 0 ? 'no_stream' : revision - 1, run);
  if (result.outcome === 'unknown') return new Error(`The event store did not answer: ${result.cause}`);
  if (result.outcome === 'appended' && result.revision === revision + run.length - 1) return null;
  return new Error(`The target does not take ${stream}@${revision}: its stream ends elsewhere`);
};

/** Everything behind what both logs have, one run after the other. Null at the end; else what stopped it. */
const copyOn = async ({ source, target }: BothLogs, onCopied: (events: number) => void): Promise<Error | null> => {
  for await (const run of streamRuns(movedEvents(source))) {
    const stopped = await appendRun(target.store, run);
    if (stopped !== null) return stopped;
    onCopied(run.length);
  }
  return null;
};

/**
 * Copies what the target lacks, and answers how many events both then have. After a stop the target is read again: what
 * was written without an answer is found there. Rejects when nothing was.
 */
export const copyRest = async (logs: BothLogs, onDone: (done: number) => void): Promise<number> => {
  let stopped: Error | null = null;
  for (;;) {
    const found = await catchUp(logs);
    if (stopped !== null && found === 0) throw stopped;
    let done = logs.count;
    stopped = await copyOn(logs, (events) => {
      done += events;
      onDone(done);
    });
    if (stopped === null) return done;
  }
};
