import type { Clock } from '../commands/ports/clock';

export const systemClock: Clock = { now: () => Date.now() };
