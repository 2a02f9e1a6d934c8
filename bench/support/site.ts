import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureDataDirectory } from '../../infra/data-directory';
import { removeDataDirectory } from '../../infra/postgres/embedded/home';

export type Undo = () => Promise<void> | void;

/** A temporary data directory, and the steps to undo before it is removed. */
export interface Site {
  readonly dataDir: string;
  /** Undone in the opposite order. */
  readonly onLeave: (undo: Undo) => void;
}

/** Runs `work` in a data directory of its own; in every case, everything is undone and the directory removed. */
export const onSite = async <Value>(work: (site: Site) => Promise<Value>): Promise<Value> => {
  const dataDir = ensureDataDirectory(path.join(tmpdir(), `lastro-bench-${randomBytes(6).toString('hex')}`));
  const undos: Undo[] = [() => removeDataDirectory(dataDir)];
  const stop = new AbortController();
  const stopped = interruption(stop.signal);
  try {
    return await Promise.race([work({ dataDir, onLeave: (undo) => void undos.unshift(undo) }), stopped]);
  } finally {
    stop.abort();
    await undoAll(undos);
  }
};

/** Runs `work` in the directory of a site; its own steps are undone before it ends. */
export const onPartOf = async <Value>(site: Site, work: (part: Site) => Promise<Value>): Promise<Value> => {
  const undos: Undo[] = [];
  site.onLeave(() => undoAll(undos));
  try {
    return await work({ dataDir: site.dataDir, onLeave: (undo) => void undos.unshift(undo) });
  } finally {
    await undoAll(undos);
  }
};

const undoAll = async (undos: Undo[]): Promise<void> => {
  for (let undo = undos.shift(); undo !== undefined; undo = undos.shift()) {
    await Promise.resolve(undo()).catch((error: unknown) => {
      process.stderr.write(`could not be undone: ${String(error)}\n`);
    });
  }
};

/** Rejects on Ctrl-C and on SIGTERM, so that nothing stays behind. */
const interruption = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const onSignal = (): void => reject(new Error('Interrupted'));
    process.once('SIGINT', onSignal);
    process.once('SIGTERM', onSignal);
    signal.addEventListener('abort', () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    });
  });
