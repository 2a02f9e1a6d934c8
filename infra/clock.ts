import type { Clock } from '../commands/ports';

export const systemClock: Clock = { now: () => Date.now() };
