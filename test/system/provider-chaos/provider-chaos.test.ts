import { failedChecks } from '../chaos/check';
import { runProviderChaos } from './provider-chaos';

jest.setTimeout(300_000);

/** Payouts that need minutes stay open: `npm run provider-chaos` waits for them. */
const SHORT = { seed: 1, payouts: 12, isShort: true, quietTimeoutMs: 5_000 };

test('pays nothing twice at three broken providers with a kill, and writes no secret and no person anywhere', async () => {
  const lines: string[] = [];
  const say = (line: string): void => void lines.push(line);
  const providers = { woovi: ['PIX_KEY', 'PIX_BRCODE'], asaas: ['BOLETO'], reloadly: null } as const;
  const { checks } = await runProviderChaos({ ...SHORT, providers, say });
  const failed = failedChecks(checks);
  expect({ failed, told: failed.length === 0 ? [] : lines }).toEqual({ failed: [], told: [] });
});
