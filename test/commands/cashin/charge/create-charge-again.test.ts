import { createChargeAgain } from '../../../../commands/cashin/charge/create-charge-again';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../../../core';
import { type ChargeScript, charge, scriptedCharges } from '../../../doubles/scripted-charges';
import { failed } from '../../../doubles/scripted-provider';
import { step } from '../cashing';

const CODE =
  '00020126440014br.gov.bcb.pix0122cobranca@sandbox.example5204000053039865406150.005802BR5901A6001B62070503***6304';

const unmade = async (script: ChargeScript, seconds = 20) => {
  const deps = core();
  const { chargeProviders, calls } = scriptedCharges(script);
  await happened(deps.eventStore, event('CashinIntentCreated'));
  deps.clock.advance(seconds * 1_000);
  const again = () => createChargeAgain({ ...deps, chargeProviders })(step);
  const since = async () => (await typesOf(deps.eventStore, 'cashin-cash1')).slice(1);
  return { deps, calls, again, since };
};

test('asks the provider first, and takes an unpayable code as no charge', async () => {
  const { again, since, calls } = await unmade({ get: [charge('ACTIVE', { brCode: CODE })] });
  expect(await again()).toEqual({ askAgainAtMs: Date.parse(time(35)) });
  expect([await since(), calls]).toEqual([[], ['get']]);
});

test('asks again for a charge when the provider does not answer', async () => {
  const { again, since } = await unmade({ get: [failed('UNAVAILABLE')] });
  expect(await again()).toEqual({ askAgainAtMs: Date.parse(time(35)) });
  expect(await since()).toEqual([]);
});

test('cancels a charge that may exist, and creates none, after its deadline', async () => {
  const { again, calls } = await unmade({}, 300);
  expect(await again()).toEqual({ askAgainAtMs: Date.parse(time(360)) });
  expect(calls).toEqual([]);
});
