import type { Logger } from '../logger';

/** Failures of a store, which are frequent: logged once per outage. */
export interface HoldUps {
  readonly heldUp: (error: unknown, fields: object, what: string) => void;
  readonly wentOn: () => void;
}

export const createHoldUps = (logger: Pick<Logger, 'warn'>): HoldUps => {
  let isHeld = false;
  return {
    heldUp: (error, fields, what) => {
      if (!isHeld) logger.warn({ err: error, ...fields }, what);
      isHeld = true;
    },
    wentOn: () => {
      isHeld = false;
    },
  };
};
