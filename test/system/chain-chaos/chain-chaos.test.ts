import { openServedStore } from '../../integration/infra/event-store/served-store';
import { failedChecks } from '../chaos/check';
import { type ChaosOptions, runChaos } from './chain-chaos';
import type { PlanOptions } from './plan';

/** The three take a minute and a half together; a machine that does many other things may take its time. */
jest.setTimeout(1_800_000);

/** Longer than a payout waits that its bank does not know: ten minutes of grace, and the question every five. */
const QUIET_TIMEOUT_MS = 20 * 60_000;
const INTENTS = 12;

/** The log lines of a failed run, and the failed checks. */
const ride = async (
  options: PlanOptions & Pick<ChaosOptions, 'variables'>,
): Promise<{ readonly told: string; readonly failed: readonly string[] }> => {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const { checks } = await runChaos({ ...options, quietTimeoutMs: QUIET_TIMEOUT_MS, say });
  const failed = failedChecks(checks);
  return { told: failed.length === 0 ? '' : lines.join('\n'), failed };
};

describe('books after many faults of lying endpoints', () => {
  // Side by side: each mostly waits for blocks and for what comes due.
  test.concurrent.each<PlanOptions>([
    { seed: 1, intents: INTENTS },
    { seed: 2, intents: INTENTS, like: 'polygon' },
    { seed: 3, intents: INTENTS, like: 'bsc' },
  ])('%o', async (options) => {
    expect(await ride(options)).toEqual({ told: '', failed: [] });
  });
});

test('settles the same books on our event store server with the official client', async () => {
  const { connectionString, close } = await openServedStore();
  try {
    const variables = { EVENTSTORE_URL: connectionString };
    expect(await ride({ seed: 1, intents: INTENTS, variables })).toEqual({ told: '', failed: [] });
  } finally {
    await close();
  }
});
