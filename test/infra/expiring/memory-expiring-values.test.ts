import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import { createMemoryExpiringValues } from '../../doubles/memory-expiring-values';
import { expiringValuesContract } from './expiring-values-contract';

describe('expiring values of the tests, in memory', () => {
  expiringValuesContract(() => {
    const clock = manualClock();
    const values = createMemoryExpiringValues(clock);
    return {
      first: values,
      second: values,
      expire: async (key) => values.expire(key),
      secondsLeft: async (key) => values.secondsLeft(key),
    };
  });
});
