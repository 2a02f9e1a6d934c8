import type { ServicePorts } from '../service';

/** A block's time this far ahead of our clock is no jitter: one of the two is wrong. */
const AHEAD_MS = 60_000;

/** Every network whose last look told is ahead of our clock, and all of them told: then it is the clock that is wrong. */
export const isClockWrong = (aheadMs: ReadonlyMap<string, number | null>, networks: readonly string[]): boolean =>
  networks.length > 0 && networks.every((network) => (aheadMs.get(network) ?? 0) > AHEAD_MS);

/** Takes what each network's look tells; an alarm opens when our clock is contradicted by all, and closes when it is not. */
export const createClockAlarm = (networks: readonly string[], alert: ServicePorts['alert']) => {
  const told = new Map<string, number | null>();
  let isOpen = false;
  return (network: string, aheadMs: number | null): void => {
    // A look that failed for another reason tells nothing of the clock.
    if (aheadMs === null) return;
    told.set(network, aheadMs);
    const isWrong = isClockWrong(told, networks);
    if (isWrong && !isOpen) alert("Every network contradicts this machine's clock", { aheadMs: aheadMs.toString() });
    if (!isWrong && isOpen) alert("The networks agree with this machine's clock again", { network });
    isOpen = isWrong;
  };
};

/** What a reader says when it refuses a node's answers because they are ahead of our clock (`commands/ports/chain-reader.ts`). */
export const aheadOf = (error: unknown): number | null =>
  error instanceof Error && 'aheadOfClockMs' in error && typeof error.aheadOfClockMs === 'number'
    ? error.aheadOfClockMs
    : null;
