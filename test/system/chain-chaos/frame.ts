import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Environment, temporaryDataDir } from '../end-to-end/support/run-service';
import { type InstallationOptions, writeInstallation } from './installation';
import { type KillableService, startKillable, untilReady } from './killable-service';
import { type ChaosPartner, openPartner } from './partner';
import { summaryOf } from './settling/quiet';
import { type Check, isSettled, type Outcome, settleBooks } from './settling/settle';

export interface FrameOptions {
  /** How long after the storm everything may take to come to an end. */
  readonly quietTimeoutMs: number;
  readonly say: (line: string) => void;
  /** Rejects on an early end. */
  readonly stopped?: Promise<never>;
}

export interface ChaosReport {
  readonly checks: readonly Check[];
  readonly ok: boolean;
  /** Numbers of the storm. */
  readonly summary: string;
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
  play: (frame: Frame) => Promise<Outcome>,
): Promise<ChaosReport> => {
  const { dataDir, remove } = temporaryDataDir();
  const folder = path.dirname(dataDir);
  const undos: (() => Promise<unknown>)[] = [];
  let checks: readonly Check[] | null = null;
  try {
    const playing = play({ folder, dataDir, onEnd: (undo) => void undos.unshift(undo) });
    const outcome = await Promise.race([playing, ...(stopped === undefined ? [] : [stopped])]);
    checks = settleBooks(outcome);
    return { checks, ok: isSettled(checks), summary: summaryOf(outcome) };
  } finally {
    for (const undo of undos) await undo();
    if (checks !== null && isSettled(checks)) remove();
    else say(`The data directory and the service's log are left in ${folder}`);
  }
};

const endService = async (service: KillableService, folder: string): Promise<void> => {
  writeFileSync(path.join(folder, 'service.log'), service.log());
  await service.stop();
};

export interface OpenedService {
  readonly service: KillableService;
  readonly partner: ChaosPartner;
  readonly environment: Environment;
}

interface ServiceOptions extends Omit<InstallationOptions, 'folder' | 'dataDir'> {
  readonly users: number;
  readonly variables?: Environment;
}

/** A service that is ready, and a partner of it. */
export const openService = async (
  { folder, dataDir, onEnd }: Frame,
  { users, variables = {}, ...written }: ServiceOptions,
): Promise<OpenedService> => {
  const environment = { ...writeInstallation({ ...written, folder, dataDir }), ...variables };
  const service = await startKillable(environment);
  onEnd(() => endService(service, folder));
  await untilReady(service.url());
  return { service, environment, partner: await openPartner(service.url, environment, users) };
};
