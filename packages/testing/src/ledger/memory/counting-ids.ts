import { commandIdOf } from '../../../../../commands/handling/deterministic-ids';
import type { Ids } from '../../../../../commands/ports/ids';

/** Chance that is the same in every run of a name. */
export const countingIds = (name = 'counted'): Ids => {
  let count = 0;
  return {
    uuid: () => commandIdOf(name, String(count++)),
    hex: (bytes) => (count++).toString(16).padStart(bytes * 2, '0'),
  };
};
