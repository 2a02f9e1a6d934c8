import { cashinIn } from '../../../commands/cashin/cashin-step';
import type { Credit } from '../../../commands/ports/providers/charge-provider';
import { listedAmount } from '../../../commands/trouble/listed-amount';
import { failed } from '../../doubles/scripted-provider';
import { cashing, type Script } from '../cashin/cashing';
import { credit, credits, DAY } from '../cashin/sweeping';

/** The amount that the provider lists for the PIX, ten days after the intent. */
const amountIn = async (script: Script) => {
  const { deps, charges, at } = await cashing(script);
  at(10 * DAY);
  const state = await cashinIn(deps, 'cash1');
  if (state.status === 'NONE') throw new Error('there is a cash-in');
  const amount = await listedAmount(deps, { facts: state.facts, provider: charges.provider, endToEndId: 'E1' });
  return { amount, calls: charges.calls };
};

const listing = (...listed: readonly Credit[]) => amountIn(credits(...listed));

test('takes the listed amount, and ends the search', async () => {
  const { amount, calls } = await listing(credit({ endToEndId: 'E0', amount: 1n }), credit());
  expect([amount, calls]).toEqual([15_000n, ['listCredits']]);
});

test('takes a PIX without a charge, and no PIX of another charge', async () => {
  expect((await listing(credit({ chargeKey: null, amount: 70n }))).amount).toBe(70n);
  expect((await listing(credit({ chargeKey: 'cash2', amount: 70n }))).amount).toBeNull();
});

test.each<[string, Script]>([
  ['is not listed', credits()],
  ['is listed twice, as something else', credits(credit(), credit({ chargeKey: null, amount: 1n }))],
  ['is listed as nothing', credits(credit({ amount: 0n }))],
])('finds no amount when the PIX %s', async (_what, script) => expect((await amountIn(script)).amount).toBeNull());

test('asks a provider without a list only about one day', async () => {
  const { amount, calls } = await amountIn({ credits: failed('UNAVAILABLE') });
  expect(amount).toBeNull();
  expect(calls.length).toBeLessThan(20);
});
