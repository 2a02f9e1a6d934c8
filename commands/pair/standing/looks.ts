import { SECOND_LOOK_AFTER_MS, type Standing } from './standing';

const LOOK_EVERY_MS = 60_000;
/** A right look is believed for so long: one that is late stops the work, within QUIET_MS. */
const BELIEVED_MS = 65_000;
/** Before a dispatch. */
const DISPATCH_BELIEVES_MS = 5_000;
const AWAY_LOOK_EVERY_MS = 1_000;

export interface LookDue {
  readonly inMs: number;
  /** The look that decides is made on a new connection. */
  readonly onNewConnection: boolean;
}

/** When the process looks again by itself. */
export const lookDue = (standing: Standing, nowMs: number): LookDue => {
  const inMs = (afterMs: number, sinceMs: number): number => Math.max(0, sinceMs + afterMs - nowMs);
  switch (standing.is) {
    case 'UNKNOWN':
      return { inMs: 0, onNewConnection: false };
    case 'RIGHT':
      return { inMs: inMs(LOOK_EVERY_MS, standing.lookedMs), onNewConnection: false };
    case 'AWAY':
      return { inMs: inMs(AWAY_LOOK_EVERY_MS, standing.lookedMs), onNewConnection: false };
    case 'WRONG':
      return { inMs: inMs(SECOND_LOOK_AFTER_MS, standing.lookedMs), onNewConnection: true };
    case 'DOUBTED':
    case 'RETURNING': {
      const decidesIn = inMs(SECOND_LOOK_AFTER_MS, standing.sinceMs);
      return { inMs: Math.max(decidesIn, inMs(AWAY_LOOK_EVERY_MS, standing.lookedMs)), onNewConnection: true };
    }
  }
};

/** Whether to append now, asked right before: an append that is sent ends within 10 s. */
export const mayAppend = (standing: Standing, nowMs: number): boolean =>
  standing.is === 'RIGHT' && nowMs - standing.lookedMs < BELIEVED_MS;

/** False: look at the end of the identity stream first, then ask again. */
export const mayDispatch = (standing: Standing, nowMs: number): boolean =>
  standing.is === 'RIGHT' && nowMs - standing.lookedMs <= DISPATCH_BELIEVES_MS;
