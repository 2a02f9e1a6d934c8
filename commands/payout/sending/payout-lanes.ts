import { createLanes } from '../../timing/lanes';

/** Bounds how many orders are with the banks at once, and ends the sending before the process ends. */
export interface PayoutLanes {
  /** Null: closed before there was room, nothing was done. */
  readonly inLane: <Value>(work: () => Promise<Value>) => Promise<Value | null>;
  /** Whoever is in goes on; nobody else gets in. */
  readonly close: () => void;
}

export const createPayoutLanes = (lanes: number): PayoutLanes => {
  const inLane = createLanes(lanes);
  let isClosed = false;
  return {
    inLane: (work) => inLane(async () => (isClosed ? null : work())),
    close: () => {
      isClosed = true;
    },
  };
};
