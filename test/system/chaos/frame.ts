import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Environment, temporaryDataDir } from '../end-to-end/support/run-service';
import { type Check, isSettled } from './check';
import { type KillableService, startKillable, untilReady } from './killable-service';

export interface FrameOptions {
  /** How long after the storm everything may take to come to an end. */
  readonly quietTimeoutMs: number;
  readonly say: (line: string) => void;
  /** Rejects on an early end. */
  readonly stopped?: Promise<never>;
}

export interface Judgement {
  readonly checks: readonly Check[];
  /** Numbers of the storm. */
  readonly summary: string;
}

export interface ChaosReport extends Judgement {
  readonly ok: boolean;
}

export interface Frame {
  /** Where the files go; the data directory is below. */
  readonly folder: string;
  readonly dataDir: string;
  /** Runs in the end, the last one first. */
  readonly onEnd: (undo: () => Promise<unknown>) => void;
}

/** Ends everything that was started; the folder stays when a check fails. */
export const inFrame = async (
  { say, stopped }: FrameOptions,
  play: (frame: Frame) => Promise<Judgement>,
): Promise<ChaosReport> => {
  const { dataDir, remove } = temporaryDataDir();
  const folder = path.dirname(dataDir);
  const undos: (() => Promise<unknown>)[] = [];
  let checks: readonly Check[] | null = null;
  try {
    const playing = play({ folder, dataDir, onEnd: (undo) => void undos.unshift(undo) });
    const judged = await Promise.race([playing, ...(stopped === undefined ? [] : [stopped])]);
    ({ checks } = judged);
    return { ...judged, ok: isSettled(checks) };
  } finally {
    for (const undo of undos) await undo();
    if (checks !== null && isSettled(checks)) remove();
    else say(`The data directory and the service's log are left in ${folder}`);
  }
};

/** A service that is ready; its log is written in the end. */
export const openService = async (
  { folder, onEnd }: Pick<Frame, 'folder' | 'onEnd'>,
  environment: Environment,
): Promise<KillableService> => {
  const service = await startKillable(environment);
  onEnd(async () => {
    writeFileSync(path.join(folder, 'service.log'), service.log());
    await service.stop();
  });
  await untilReady(service.url());
  return service;
};
