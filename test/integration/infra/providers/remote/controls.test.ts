import { MAXIMUM_PAYMENTS } from '../../../../../commands/cashin/believed-charge';
import { manualClock } from '../../../../infra/providers/manual-clock';
import { freshKey, mustSucceed } from '../../../../infra/providers/payout-contract';
import { PAYER } from '../charge-contract';
import { closeServers } from './serving';
import { portsElsewhere } from './serving-sandbox';

afterEach(closeServers);

const opened = async () => {
  const clock = manualClock();
  const inMs = (ms: number) => new Date(clock.now() + ms).toISOString();
  const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: clock.now() + 60_000 } as const;
  return { ...(await portsElsewhere(clock)), clock, inMs, context };
};

const paidOut = async (scenario: string) => {
  const { payouts, context, inMs, ...world } = await opened();
  const key = { partnerId: 'p', idempotencyKey: freshKey() };
  const method = { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' } as const;
  const request = { idempotencyKey: key.idempotencyKey, amount: 500n, method, scenario, notAfter: inMs(5_000) };
  mustSucceed(await payouts.create(context, request));
  return { ...world, payouts, context, key };
};

test('a payout is settled, given back in parts, and never more than it had', async () => {
  const { controls, key } = await paidOut('STUCK');
  const settled = { state: 'SETTLED', amountCents: 500n, returnedCents: 0n };
  expect(await controls.decidePayout(key, { kind: 'SETTLE' })).toEqual({ kind: 'DONE', payout: settled });
  const back = (amountCents: bigint | null) => controls.decidePayout(key, { kind: 'RETURN', amountCents });
  expect(await back(200n)).toMatchObject({ kind: 'DONE', payout: { returnedCents: 200n } });
  expect(await back(301n)).toEqual({ kind: 'TOO_MUCH', leftCents: 300n });
  expect(await back(null)).toMatchObject({ kind: 'DONE', payout: { state: 'RETURNED', returnedCents: 500n } });
  expect(await back(null)).toEqual({ kind: 'TOO_LATE', state: 'RETURNED' });
});

test('a payout is refused for a reason', async () => {
  const { controls, key, payouts, context } = await paidOut('STUCK');
  await controls.decidePayout(key, { kind: 'REJECT', code: 'ACCOUNT_CLOSED' });
  const told = mustSucceed(await payouts.get(context, key.idempotencyKey));
  expect(told).toMatchObject({ state: 'FAILED', failure: { code: 'ACCOUNT_CLOSED' } });
});

test("of another partner's payout the bank knows nothing", async () => {
  const { controls, key } = await paidOut('STUCK');
  expect(await controls.decidePayout({ ...key, partnerId: 'q' }, { kind: 'SETTLE' })).toEqual({ kind: 'UNKNOWN' });
});

test('a charge is paid, disputed and decided, and refused as the simulator refuses', async () => {
  const { charges, controls, context, clock, inMs } = await opened();
  const key = { partnerId: 'p', idempotencyKey: freshKey() };
  const request = { ...key, amount: 15_000n, payer: PAYER, scenario: 'CHARGE_DISPUTED' };
  mustSucceed(await charges.create(context, { ...request, expiresAt: inMs(300_000), notAfter: inMs(5_000) }));
  clock.advance(4_000);
  expect((await controls.decideDispute(key, 'REJECTED'))?.disputes).toMatchObject([{ state: 'REJECTED' }]);
  const paid = await controls.payCharge(key, { amountCents: 7n, payerTaxId: '63017285995', paidAtMs: clock.now() });
  expect(paid?.payments[1]).toMatchObject({ amount: 7n, paidAt: clock.iso(), payer: { matchesExpected: false } });
  expect(await controls.payCharge({ ...key, idempotencyKey: 'nobody' }, {})).toBeNull();
  for (let count = 2; count < MAXIMUM_PAYMENTS; count += 1) await controls.payCharge(key, {});
  await expect(controls.payCharge(key, {})).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
});

test('a control call that nobody answers is told as a failure of the provider', async () => {
  const { controls } = await opened();
  await closeServers();
  await expect(controls.reset('p')).rejects.toMatchObject({ rejection: { code: 'PROVIDER_FAILURE' } });
});
