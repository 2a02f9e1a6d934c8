import { setTimeout as pause } from 'node:timers/promises';
import type { Wait } from '../reader-options';

export interface Waiting {
  readonly wait: Wait;
  /** Rejects current and later waits. */
  readonly close: () => void;
}

const byTimer = (waitMs: number, signal: AbortSignal): Promise<void> => pause(waitMs, undefined, { signal });

export const createWait = (other?: Wait): Waiting => {
  const controller = new AbortController();
  const { signal } = controller;
  const wait: Wait = async (waitMs) => {
    if (signal.aborted) throw new Error('The reader is closed');
    await (other === undefined ? byTimer(waitMs, signal) : other(waitMs));
  };
  return { wait, close: () => controller.abort() };
};
