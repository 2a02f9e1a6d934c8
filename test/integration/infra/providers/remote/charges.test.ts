import { listWindows } from '../../../../../commands/payout/list-whole';
import type { Credit } from '../../../../../commands/ports/providers/charge-provider';
import { chargeProvidersOf } from '../../../../../infra/providers/charge-providers';
import { written } from '../../../../../infra/providers/sandbox-remote/protocol';
import { manualClock } from '../../../../infra/providers/manual-clock';
import { describeChargeProvider } from '../charge-contract';
import { closeServers } from './serving';
import { portsElsewhere, simulatedPorts } from './serving-sandbox';

afterEach(closeServers);

describeChargeProvider('sandbox-remote', async () => {
  const clock = manualClock();
  const { charges, controls } = await portsElsewhere(clock);
  const provider = chargeProvidersOf([charges], clock).choose('sandbox', 'PIX_SPLIT');
  if (provider === null) throw new Error('nobody makes charges');
  return {
    ...{ provider, clock, lostAnswer: { scenario: 'CHARGE_TIMEOUT' } },
    pay: ({ partnerId }, idempotencyKey, pix = {}) => controls.payCharge({ partnerId, idempotencyKey }, pix),
  };
});

const DAY_MS = 86_400_000;

/** All within a day: more than one answer may hold. */
const creditsOf = (count: number, fromMs: number): readonly Credit[] =>
  Array.from({ length: count }, (_unused, index) => ({
    ...{ endToEndId: `sbx_E${index}`, chargeKey: `charge-${index}`.padEnd(64, '.'), amount: BigInt(index) },
    at: new Date(fromMs + Math.floor((index * DAY_MS) / count)).toISOString(),
  }));

test('50,000 credits of a bank that gives them all at once are listed, in parts that fit', async () => {
  const clock = manualClock();
  const fromMs = clock.now() - DAY_MS;
  const credits = creditsOf(50_000, fromMs);
  const simulated = simulatedPorts(clock);
  const charges = {
    ...simulated.charges,
    listCredits: async (_context: unknown, from: string, to: string) =>
      ({ ok: true, value: credits.filter(({ at }) => at >= from && at < to) }) as const,
  };
  const remote = await portsElsewhere(clock, { ...simulated, charges });
  const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: clock.now() + 10_000 } as const;
  const window = { fromMs, toMs: clock.now() };
  const isoOf = (ms: number): string => new Date(ms).toISOString();
  const ask = (asked: typeof window) => remote.charges.listCredits(context, isoOf(asked.fromMs), isoOf(asked.toMs));
  expect(await ask(window)).toMatchObject({ ok: false, kind: 'UNAVAILABLE' });
  const listed: Credit[] = [];
  for await (const { answer } of listWindows(ask, window)) if (answer.ok) listed.push(...answer.value);
  // Compared as a whole: a difference of so many would take minutes to be shown.
  expect(written(listed) === written(credits)).toBe(true);
});
