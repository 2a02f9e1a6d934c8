import { idOf, type LeaseHolder, type Settlement, settle } from './leases';

export type Settle = (settlement: Settlement) => Promise<boolean>;

interface Waiting {
  readonly settlement: Settlement;
  readonly resolve: (isHeld: boolean) => void;
  readonly reject: (reason: unknown) => void;
}

/** Runs one statement at a time; items that end meanwhile share the next one. */
export const createSettling = (holder: LeaseHolder): Settle => {
  const waiting: Waiting[] = [];
  let isRunning = false;
  const settleWaiting = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) await settleTogether(holder, waiting.splice(0));
    isRunning = false;
  };
  return (settlement) =>
    new Promise((resolve, reject) => {
      waiting.push({ settlement, resolve, reject });
      if (!isRunning) void settleWaiting();
    });
};

const settleTogether = async (holder: LeaseHolder, together: readonly Waiting[]): Promise<void> => {
  try {
    const settled = await settle(
      holder,
      together.map(({ settlement }) => settlement),
    );
    for (const { settlement, resolve } of together) resolve(settled.has(idOf(settlement.claim)));
  } catch (error) {
    for (const { reject } of together) reject(error);
  }
};
