import type { Logger } from '../logger';

export interface Outage {
  readonly looked: (isThere: boolean) => void;
  /** Time since the first check that failed; null while there is no outage. */
  readonly lastsMs: () => number | null;
}

export interface OutageOptions {
  readonly name: string;
  readonly logger: Pick<Logger, 'warn'>;
  /** Monotonic. */
  readonly nowMs: () => number;
  readonly onEnd: () => void;
}

export const createOutage = ({ name, logger, nowMs, onEnd }: OutageOptions): Outage => {
  let sinceMs: number | null = null;
  const begin = (): void => {
    sinceMs = nowMs();
    logger.warn({ outage: name }, 'an outage has begun');
  };
  const end = (beganMs: number): void => {
    sinceMs = null;
    logger.warn({ outage: name, lastedMs: Math.round(nowMs() - beganMs) }, 'an outage is over');
    onEnd();
  };
  return {
    looked: (isThere) => {
      if (isThere && sinceMs !== null) end(sinceMs);
      else if (!isThere && sinceMs === null) begin();
    },
    lastsMs: () => (sinceMs === null ? null : nowMs() - sinceMs),
  };
};
