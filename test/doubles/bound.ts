import { once } from 'node:events';
import type { Tenure } from '../../infra/pair/tenure';

/** A pair that is always right, for projectors over a log of their own. */
export const ALWAYS_BOUND: Tenure = {
  untilRight: async () => undefined,
  begin: async () => undefined,
  doubt: () => undefined,
  over: async (signal) => {
    await once(signal, 'abort');
    return 'ended';
  },
};
