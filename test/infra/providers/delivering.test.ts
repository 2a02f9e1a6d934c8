import type { CryptoDelivery, DeliveryOrder } from '../../../commands/ports/providers/crypto-delivery';
import { cryptoDeliveriesOf } from '../../../infra/providers/providers';
import { DELIVERIES } from '../../../infra/providers/sandbox/deliveries';
import { describeCryptoDelivery } from '../../../packages/testing/src/contracts';
import { freshKey, mustSucceed } from '../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import { memorySandbox } from './memory-sandbox';

const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: Number.MAX_SAFE_INTEGER } as const;

const ASSET = { assetId: 201, network: 'ethereum' };

const open = (changes: Partial<DeliveryOrder> = {}) => {
  const clock = manualClock();
  const { deliveries, controls } = memorySandbox(clock);
  const { decideDelivery: decide } = controls;
  const provider = cryptoDeliveriesOf([deliveries], clock).choose('sandbox', ASSET);
  if (provider === null) throw new Error('nobody delivers');
  const order: DeliveryOrder = {
    ...{ ...ASSET, idempotencyKey: freshKey(), amount: 27_000_000n, minimum: 27_000_000n, destination: '0xbb' },
    ...{ brlCents: 15_000n, notAfter: clock.iso(), ...changes },
  };
  const ask = async (ms = 0) => {
    clock.advance(ms);
    return mustSucceed(await provider.get(context, order.idempotencyKey, null));
  };
  const sent = async () => {
    const { prepared } = mustSucceed(await provider.prepare(context, order));
    return provider.broadcast(context, order.idempotencyKey, prepared);
  };
  return { controls, decide, provider, clock, order, ask, sent };
};

const prepare = (provider: CryptoDelivery, order: DeliveryOrder) => provider.prepare(context, order);

describeCryptoDelivery('sandbox', {
  open: async () => {
    const clock = manualClock();
    const { deliveries } = memorySandbox(clock);
    const provider = cryptoDeliveriesOf([deliveries], clock).choose('sandbox', ASSET)!;
    return { provider, clock, asset: { ...ASSET, amount: 27_000_000n, minimum: 27_000_000n, destination: '0xbb' } };
  },
  faults: { settle: ({ clock }) => clock.advance(2_000) },
});

test('delivers under the id of its preparation, and not before its time', async () => {
  const { provider, order, ask, sent } = open();
  const { delivery } = mustSucceed(await prepare(provider, order));
  expect(mustSucceed(await sent())).toMatchObject({ state: 'BROADCAST', txId: delivery.txId });
  expect((await ask(1_999)).state).toBe('BROADCAST');
  expect(await ask(1)).toMatchObject({ state: 'CONFIRMED', txId: delivery.txId });
});

test('refuses another destination under a known key', async () => {
  const { provider, order } = open();
  await prepare(provider, order);
  expect(await prepare(provider, { ...order, destination: '0xcc' })).toMatchObject({ code: 'DUPLICATE_KEY' });
});

test('refuses a delivery of the other mode', async () => {
  const { provider, order } = open();
  expect(await provider.prepare({ ...context, mode: 'live' }, order)).toMatchObject({ kind: 'NOT_CONFIGURED' });
});

describe('the table of deliveries', () => {
  test.each(
    DELIVERIES.rows.flatMap(({ name, number }) => (number === null ? [] : [[number, name] as const])),
  )('R$ ...888.0%i is %s', async (number, name) => {
    const shapeOf = async ({ ask, sent, provider, order }: ReturnType<typeof open>) => {
      if (!(await prepare(provider, order)).ok) return 'refused';
      const answer = await sent();
      return [answer.ok ? 'answered' : answer.kind, (await ask(2_000)).state, (await ask(2_000)).state];
    };
    const brlCents = 88_800n + BigInt(number);
    expect(await shapeOf(open({ brlCents }))).toEqual(await shapeOf(open({ brlCents, scenario: name })));
    expect(await shapeOf(open({ brlCents }))).not.toEqual(await shapeOf(open()));
  });

  test('DELIVERY_NO_TRUSTLINE is refused before the sending', async () => {
    const { provider, order } = open({ scenario: 'DELIVERY_NO_TRUSTLINE' });
    expect(await prepare(provider, order)).toMatchObject({ ok: false, kind: 'REJECTED' });
  });

  test('DELIVERY_REPLACED arrives in another transaction', async () => {
    const { ask, sent } = open({ scenario: 'DELIVERY_REPLACED' });
    const { txId } = mustSucceed(await sent());
    expect(await ask(2_000)).toMatchObject({ state: 'REPLACED' });
    const arrived = await ask(2_000);
    expect(arrived.state).toBe('CONFIRMED');
    expect(arrived.txId).not.toBe(txId);
  });

  test('DELIVERY_UNANSWERED arrives without an answer', async () => {
    const { ask, sent } = open({ scenario: 'DELIVERY_UNANSWERED' });
    expect(await sent()).toMatchObject({ ok: false, kind: 'UNKNOWN' });
    expect((await ask(2_000)).state).toBe('CONFIRMED');
  });

  test('DELIVERY_FAILED fails finally', async () => {
    const { ask, sent } = open({ scenario: 'DELIVERY_FAILED' });
    await sent();
    expect(await ask(2_000)).toMatchObject({ state: 'FAILED', failure: { retryClass: false } });
  });

  test.each(['CONFIRMED', 'FAILED'] as const)('DELIVERY_STUCK waits for the control call: %s', async (outcome) => {
    const { ask, sent, decide, order } = open({ scenario: 'DELIVERY_STUCK' });
    const key = { partnerId: 'p', idempotencyKey: order.idempotencyKey };
    await expect(decide(key, outcome)).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
    await sent();
    expect((await ask(900_000)).state).toBe('BROADCAST');
    await decide(key, outcome);
    await decide(key, outcome);
    const other = outcome === 'FAILED' ? 'CONFIRMED' : 'FAILED';
    await expect(decide(key, other)).rejects.toMatchObject({ rejection: { code: 'WRONG_STATE' } });
    expect((await ask(1)).state).toBe(outcome);
  });
});

test.each(
  DELIVERIES.rows.filter(({ lacksTrustline }) => !lacksTrustline).map(({ name }) => name),
)('%s that a reset forgot arrives once it is broadcast again, by the partner’s own time', async (scenario) => {
  const { provider, controls, order } = open({ scenario });
  const { prepared } = mustSucceed(await provider.prepare(context, order));
  await controls.reset('p');
  await controls.advance('p', 3_600_000);
  const get = () => provider.get(context, order.idempotencyKey, null);
  expect(await get()).toMatchObject({ kind: 'NOT_FOUND' });
  mustSucceed(await provider.broadcast(context, order.idempotencyKey, prepared));
  expect(mustSucceed(await get()).state).toBe('BROADCAST');
  await controls.advance('p', 2_000);
  expect(mustSucceed(await get())).toMatchObject({ state: 'CONFIRMED', amount: 27_000_000n });
  for (const forged of ['', prepared.replace('.', '!'), `${prepared.split('.')[0] ?? ''}.e30`])
    expect(await provider.broadcast(context, order.idempotencyKey, forged)).toMatchObject({ kind: 'REJECTED' });
});
