import { sweepCredits } from '../../../commands/cashin/sweep-credits';
import type { Credit } from '../../../commands/ports/providers/charge-provider';
import { charge, paidPix } from '../../doubles/scripted-charges';
import { failed } from '../../doubles/scripted-provider';
import { time } from '../../samples/sample-data';
import { event } from '../../samples/sample-events';
import { cashing, type Script } from './cashing';

const sweep = { partnerId: 'p1', mode: 'sandbox', provider: 'sandbox' } as const;
const credit = (changes: Partial<Credit> = {}): Credit => ({
  ...{ endToEndId: 'E1', chargeKey: 'cash1', amount: 15_000n, at: time(400) },
  ...changes,
});
const late = charge('CANCELLED', { payments: [paidPix({ paidAt: time(400) })] });

const sweeping = async (script: Script) => {
  const world = await cashing({ get: [late], ...script }, event('CashinExpired'));
  world.at(500);
  return { ...world, run: (changes = {}) => sweepCredits(world.deps)({ ...sweep, ...changes }) };
};
const credits = (...value: readonly Credit[]) => ({ credits: { ok: true, value } as const });

test('a late PIX that nobody asked about is found, and owed back', async () => {
  const { run, since } = await sweeping(credits(credit()));
  expect(await run()).toEqual({ askAgainAtMs: Date.parse(time(500)) + 900_000 });
  expect(await since()).toEqual(['PixReceived', 'ChargeRefundDue']);
});

test('of a PIX that is known nothing is asked', async () => {
  const { deps, charges } = await sweeping(credits(credit()));
  await sweepCredits({ ...deps, intentOfPix: async () => 'cash1' })(sweep);
  expect(charges.calls).toEqual(['listCredits']);
});

test.each([
  ['names no charge', credit({ chargeKey: null })],
  ['names a charge that is none of ours', credit({ chargeKey: 'foreign' })],
  ['names nothing that can be', credit({ chargeKey: 'a b' })],
])('a PIX that %s is told to an operator', async (_name, unmatched) => {
  const { run, since, alerts } = await sweeping(credits(unmatched));
  await run();
  expect([await since(), alerts()]).toEqual([[], ['A PIX came that names no charge of ours']]);
});

test('of another partner’s charge nothing is asked in this one’s name', async () => {
  const { run, since, charges } = await sweeping(credits(credit()));
  await run({ partnerId: 'p2' });
  expect([await since(), charges.calls]).toEqual([[], ['listCredits']]);
});

test('a list that is a failure says nothing, and a provider that is gone is not asked', async () => {
  const { run, since, charges } = await sweeping({ credits: failed('UNAVAILABLE') });
  await run();
  await run({ provider: 'other' });
  expect([await since(), charges.calls]).toEqual([[], ['listCredits']]);
});

test('an enormous list is looked at in parts', async () => {
  const many = Array.from({ length: 500 }, (_, n) => credit({ endToEndId: `X${n}`, chargeKey: null }));
  const { run, alerts } = await sweeping(credits(...many));
  await run();
  expect(alerts()).toHaveLength(200);
});
