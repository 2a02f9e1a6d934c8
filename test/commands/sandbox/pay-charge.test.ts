import { payCharge } from '../../../commands/sandbox/pay-charge';
import { chargeProvidersOf } from '../../../infra/providers/providers';
import { core, happened } from '../../core';
import { memorySandbox } from '../../infra/providers/memory-sandbox';
import { time } from '../../samples/sample-data';
import { event } from '../../samples/sample-events';

const asked = { partnerId: 'p1', mode: 'sandbox', intentId: 'cash1', pix: {} } as const;

const charged = async (isBooked = true) => {
  const deps = core();
  const { charges: provider, controls } = memorySandbox(deps.clock);
  await happened(deps.eventStore, event('CashinIntentCreated'));
  const charges = chargeProvidersOf([provider], deps.clock).named('sandbox', 'sandbox');
  const context = { requestId: 'r', partnerId: 'p1', mode: 'sandbox', deadlineMs: Number.MAX_SAFE_INTEGER } as const;
  const request = { idempotencyKey: 'cash1', amount: 15_000n, payer: { taxId: '40442820135' } };
  if (isBooked) await charges?.create(context, { ...request, expiresAt: time(300), notAfter: time(1) });
  return payCharge({ ...deps, sandboxControls: controls });
};

test('pays what is charged, by its payer, or whatever is asked; each call is another PIX', async () => {
  const pay = await charged();
  expect(await pay(asked)).toMatchObject({ state: 'PAID', payments: [{ amount: 15_000n, paidAt: time(0) }] });
  const pix = { amountCents: 1n, payerTaxId: '63017285995', paidAtMs: Date.parse(time(400)) };
  const [, second] = (await pay({ ...asked, pix }))?.payments ?? [];
  expect(second).toMatchObject({ amount: 1n, paidAt: time(400), payer: { matchesExpected: false } });
});

test.each([
  ['another partner’s', { partnerId: 'p2' }],
  ['one of the other mode', { mode: 'live' }],
  ['none', { intentId: 'cash2' }],
] as const)('%s is not found', async (_name, changes) => {
  expect(await (await charged())({ ...asked, ...changes })).toBeNull();
});

test('a charge that the bank does not have cannot be paid', async () => {
  const pay = await charged(false);
  await expect(pay(asked)).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
});

test('nobody pays before the intent was created', async () => {
  const pay = await charged();
  await expect(pay({ ...asked, pix: { paidAtMs: Date.parse(time(9)) } })).rejects.toMatchObject({
    rejection: { code: 'VALIDATION_ERROR', fieldErrors: { paidAt: 'is before the intent was created' } },
  });
  expect((await pay({ ...asked, pix: { paidAtMs: Date.parse(time(10)) } }))?.payments).toHaveLength(1);
});

test('one charge takes as many PIX as are believed, and no more', async () => {
  const pay = await charged();
  for (let count = 0; count < 50; count += 1) await pay(asked);
  await expect(pay(asked)).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
});
