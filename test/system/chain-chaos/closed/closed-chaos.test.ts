import { runClosedChaos } from './closed-chaos';
import { CLOSED_FAMILIES, type ClosedFamily } from './families';

/** As long as a payout waits that its bank does not know: ten minutes, and the question comes every five. */
const QUIET_TIMEOUT_MS = 20 * 60_000;
jest.setTimeout(QUIET_TIMEOUT_MS + 600_000);

const storm = { intents: 6, windowSeconds: 14, mostDust: 60, quietTimeoutMs: QUIET_TIMEOUT_MS };

describe('books after many faults of lying endpoints and kills of the service', () => {
  test.each<readonly [ClosedFamily, seed: number]>([
    ['solana', 1],
    ['stellar', 1],
    ['tron', 1],
    ['xrpl', 1],
  ])('settles each deposit and payout of %s once, with seed %i', async (family, seed) => {
    const lines: string[] = [];
    const say = (line: string): void => void lines.push(line);
    const { checks } = await runClosedChaos(await CLOSED_FAMILIES[family](), { ...storm, seed, say });
    const failed = checks.filter(({ objections }) => objections.length > 0);
    expect({ failed, told: failed.length === 0 ? [] : lines }).toEqual({ failed: [], told: [] });
  });
});
