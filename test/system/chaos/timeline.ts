import { setTimeout as pause } from 'node:timers/promises';
import type { KillableService } from './killable-service';

/** Resolves at a moment of the storm. */
export type Until = (atMs: number) => Promise<void>;

export interface Kill {
  readonly atMs: number;
  /** How long the service stays away. */
  readonly restMs: number;
}

export const untilFrom =
  (startMs: number): Until =>
  (atMs) =>
    pause(Math.max(0, startMs + atMs - Date.now()));

interface Killed {
  readonly service: KillableService;
  readonly say: (line: string) => void;
}

export const killService = async ({ service, say }: Killed, kills: readonly Kill[], until: Until): Promise<void> => {
  for (const { atMs, restMs } of kills) {
    await until(atMs);
    say('  the service is killed');
    await service.kill(restMs);
  }
};
