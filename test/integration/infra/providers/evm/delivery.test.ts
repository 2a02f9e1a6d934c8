import { tend } from '../../../../../infra/chains/evm/signing/tend';
import { systemClock } from '../../../../../infra/clock';
import { cryptoDeliveriesOf } from '../../../../../infra/providers/providers';
import { freshKey, mustSucceed } from '../../../../../packages/testing/src/contracts/providers';
import { COIN_ASSET } from '../../chains/evm/scenario';
import { signingLab, TOKEN_ASSET, TREASURY } from '../../chains/evm/signing/signing-lab';
import { BUYER, type Deliverer, deliver, deliverer, orderOf, preparedBy, SOLD, sharing } from './delivering';
import { callOf } from './redeeming';

describe('a delivery from our own treasury', () => {
  const lab = signingLab();
  const ask = async ({ provider }: Deliverer, key: string, txId: string | null = null) =>
    mustSucceed(await provider.get(callOf(), key, txId));

  it('delivers exactly the sold amount once its block is final, and reports the network fee', async () => {
    const one = await deliverer(lab);
    const { order, signer } = one;
    const before = await lab.balanceOf(BUYER);
    const txId = await deliver(one, order);
    expect(await ask(one, order.idempotencyKey, txId)).toMatchObject({ state: 'BROADCAST', amount: SOLD, txId });
    await lab.chain().mine(2);
    const arrived = await ask(one, order.idempotencyKey, txId);
    expect(arrived).toMatchObject({ state: 'CONFIRMED', amount: SOLD, txId, providerId: `sbx_${txId}` });
    expect(arrived.networkFee).toBe(10n ** 19n - (await lab.coins(signer.address)));
    expect((await lab.balanceOf(BUYER)) - before).toBe(SOLD);
  });

  it('delivers coin', async () => {
    const one = await deliverer(lab);
    const order = orderOf({
      assetId: COIN_ASSET,
      amount: 123n,
      destination: '0x00000000000000000000000000000000b0ffee43',
    });
    const txId = await deliver(one, order);
    await lab.chain().mine(2);
    expect(await ask(one, order.idempotencyKey, txId)).toMatchObject({ state: 'CONFIRMED', amount: 123n });
    expect(await lab.coins(order.destination)).toBe(123n);
  });

  it('moves nothing during preparation, and prepares the same bytes for the same key', async () => {
    const one = await deliverer(lab);
    const first = await preparedBy(one, one.order);
    expect(await preparedBy(one, one.order)).toEqual(first);
    expect(await ask(one, one.order.idempotencyKey)).toMatchObject({ state: 'PREPARED' });
    expect(await lab.chain().rpc('eth_getTransactionByHash', [first.delivery.txId])).toBeNull();
  });

  it('sends the same bytes at each broadcast, and pays once', async () => {
    const one = await deliverer(lab);
    const before = await lab.balanceOf(BUYER);
    const { prepared } = await preparedBy(one, one.order);
    const again = () => one.provider.broadcast(callOf(), one.order.idempotencyKey, prepared);
    expect(await again()).toMatchObject({ ok: true, value: { state: 'BROADCAST' } });
    expect(await again()).toMatchObject({ ok: true, value: { state: 'BROADCAST' } });
    await lab.chain().mine(2);
    expect(await again()).toMatchObject({ ok: true, value: { state: 'CONFIRMED' } });
    expect((await lab.balanceOf(BUYER)) - before).toBe(SOLD);
  });

  it('broadcasts no bytes of another key or signer', async () => {
    const [one, other] = [await deliverer(lab), await deliverer(lab)];
    const [mine, second] = [await preparedBy(one, one.order), await preparedBy(one, orderOf())];
    const foreign = await preparedBy(other, other.order);
    expect(second.prepared).not.toBe(mine.prepared);
    for (const bytes of [second.prepared, foreign.prepared, '0x', 'nonsense']) {
      const answer = await one.provider.broadcast(callOf(), one.order.idempotencyKey, bytes);
      expect(answer).toMatchObject({ ok: false, kind: 'REJECTED' });
    }
    expect(await lab.chain().rpc('eth_getTransactionCount', [other.signer.address, 'latest'])).toBe('0x0');
  });

  it('refuses another order under the same key, and separates partners', async () => {
    const one = await deliverer(lab);
    await preparedBy(one, one.order);
    const other = await one.provider.prepare(callOf(), { ...one.order, amount: SOLD - 1n });
    expect(other).toMatchObject({ ok: false, kind: 'REJECTED', code: 'DUPLICATE_KEY' });
    const theirs = { ...callOf(), partnerId: 'partner-2' };
    expect(await one.provider.get(theirs, one.order.idempotencyKey, null)).toMatchObject({ kind: 'NOT_FOUND' });
  });

  it('refuses an amount that exceeds the treasury’s funds minus its earlier promises', async () => {
    const one = await deliverer(lab);
    const asset = { assetId: TOKEN_ASSET, network: 'local' };
    expect(mustSucceed(await one.provider.available(callOf(), asset)).amount).toBe(4n * SOLD);
    for (let count = 0; count < 3; count += 1) await preparedBy(one, orderOf());
    expect(mustSucceed(await one.provider.available(callOf(), asset)).amount).toBe(SOLD);
    const tooMuch = await one.provider.prepare(callOf(), orderOf({ amount: SOLD + 1n, minimum: SOLD + 1n }));
    expect(tooMuch).toMatchObject({ ok: false, kind: 'REJECTED', code: 'INSUFFICIENT_FUNDS' });
    expect((await preparedBy(one, orderOf())).delivery.state).toBe('PREPARED');
  });

  it('promises its last funds once across processes, and delivers what it promised', async () => {
    const one = await deliverer(lab);
    const other = { ...one, provider: sharing(lab, one) };
    const orders = Array.from({ length: 10 }, (_, index) => ({ by: index % 2 === 0 ? one : other, order: orderOf() }));
    const before = await lab.balanceOf(BUYER);
    const patient = { ...callOf(), deadlineMs: Date.now() + 120_000 };
    const prepared = await Promise.all(
      orders.map(async ({ by, order }) => {
        for (;;) {
          const answer = await by.provider.prepare(patient, order);
          if (answer.ok) return { by, order, bytes: answer.value.prepared };
          if (answer.kind === 'REJECTED') return answer.code;
          expect(answer.kind).toBe('UNAVAILABLE');
        }
      }),
    );
    const promised = prepared.flatMap((one) => (typeof one === 'string' ? [] : [one]));
    expect(prepared.filter((one) => one === 'INSUFFICIENT_FUNDS')).toHaveLength(6);
    for (const { by, order, bytes } of promised)
      mustSucceed(await by.provider.broadcast(patient, order.idempotencyKey, bytes));
    await lab.chain().mine(2);
    for (const { by, order } of promised) expect((await ask(by, order.idempotencyKey)).state).toBe('CONFIRMED');
    expect((await lab.balanceOf(BUYER)) - before).toBe(4n * SOLD);
  });

  it('frees its funds an hour after a preparation that was never sent', async () => {
    const one = await deliverer(lab);
    await preparedBy(one, orderOf({ amount: 3n * SOLD, minimum: 3n * SOLD }));
    const asset = { assetId: TOKEN_ASSET, network: 'local' };
    lab.advance(3_600_000);
    const later = { ...callOf(), deadlineMs: Date.now() + 2 * 3_600_000 };
    const funds = async () => mustSucceed(await one.provider.available(later, asset)).amount;
    expect(await funds()).toBe(SOLD);
    await tend(one.signing, () => true);
    await lab.chain().mine(3);
    expect(await funds()).toBe(4n * SOLD);
  });

  it('refuses a destination from which no user could take the tokens', async () => {
    const one = await deliverer(lab);
    const nowhere = [lab.token(), one.signer.address, `0x${'0'.repeat(40)}`, 'nonsense', BUYER.toUpperCase()];
    for (const destination of nowhere) {
      const asked = { assetId: TOKEN_ASSET, network: 'local', destination };
      expect(await one.provider.checkDestination(callOf(), asked)).toMatchObject({ value: { canReceive: false } });
      expect(await one.provider.prepare(callOf(), orderOf({ destination }))).toMatchObject({ kind: 'REJECTED' });
    }
    const fine = { assetId: TOKEN_ASSET, network: 'local', destination: BUYER };
    expect(await one.provider.checkDestination(callOf(), fine)).toMatchObject({ value: { canReceive: true } });
  });

  it('is FAILED when its final transaction was reverted', async () => {
    const one = await deliverer(lab);
    const { prepared } = await preparedBy(one, one.order);
    await lab.behave('PAUSED');
    mustSucceed(await one.provider.broadcast(callOf(), one.order.idempotencyKey, prepared));
    expect((await ask(one, one.order.idempotencyKey)).state).toBe('BROADCAST');
    await lab.chain().mine(2);
    const failed = await ask(one, one.order.idempotencyKey);
    expect(failed).toMatchObject({ state: 'FAILED', failure: { retryClass: false } });
  });

  const displace = async ({ signer, signing }: Deliverer, nonce: bigint): Promise<void> => {
    const { raw } = signer.sign(signing.account.chainId, {
      ...{ to: TREASURY, value: 1n, data: '0x', nonce, gasLimit: 21_000n },
      ...{ highestFeePerGas: 10n ** 10n, tipPerGas: 1n },
    });
    await lab.chain().sendRaw(raw);
    await lab.chain().mine(3);
  };

  it('is FAILED with a retry when it was never sent and our filler has its final nonce', async () => {
    const one = await deliverer(lab);
    await preparedBy(one, one.order);
    await deliver(one, orderOf());
    lab.advance(600_000);
    await tend(one.signing, () => false);
    await lab.chain().mine(3);
    const later = { ...callOf(), deadlineMs: Date.now() + 3_600_000 };
    const look = async () => mustSucceed(await one.provider.get(later, one.order.idempotencyKey, null));
    expect((await look()).state).toBe('BROADCAST');
    lab.advance(60_000);
    expect(await look()).toMatchObject({ state: 'FAILED', failure: { retryClass: true } });
  });

  it('is not FAILED when an unknown transaction has its nonce', async () => {
    const one = await deliverer(lab);
    const { prepared } = await preparedBy(one, one.order);
    await displace(one, 0n);
    const unknown = { ok: false, kind: 'UNKNOWN' };
    const lost = freshKey();
    for (const key of [one.order.idempotencyKey, lost]) await one.provider.broadcast(callOf(), key, prepared);
    lab.advance(60_000);
    // Under a key that the book has lost, and under one that it has kept.
    expect(await one.provider.broadcast(callOf(), lost, prepared)).toMatchObject(unknown);
    expect(await one.provider.get(callOf(), one.order.idempotencyKey, null)).toMatchObject(unknown);
  });

  it('reports the smaller amount when the token keeps a part', async () => {
    const one = await deliverer(lab);
    const { prepared } = await preparedBy(one, one.order);
    await lab.behave('FEE_LOGGED_NET');
    mustSucceed(await one.provider.broadcast(callOf(), one.order.idempotencyKey, prepared));
    await lab.chain().mine(2);
    const arrived = await ask(one, one.order.idempotencyKey);
    expect(arrived).toMatchObject({ state: 'CONFIRMED', amount: (SOLD * 9n) / 10n });
  });

  it('is UNKNOWN when its transaction succeeded without an effect', async () => {
    const one = await deliverer(lab);
    const { prepared } = await preparedBy(one, one.order);
    await lab.behave('NOTHING_AND_FALSE');
    mustSucceed(await one.provider.broadcast(callOf(), one.order.idempotencyKey, prepared));
    await lab.chain().mine(2);
    const held = await one.provider.get(callOf(), one.order.idempotencyKey, null);
    expect(held).toMatchObject({ ok: false, kind: 'UNKNOWN' });
  });

  it('is chosen only for its own assets, and its ids belong to its mode', async () => {
    const one = await deliverer(lab);
    const chosen = cryptoDeliveriesOf([one.provider], systemClock);
    expect(chosen.choose('sandbox', { assetId: 999, network: 'local' })).toBeNull();
    expect(chosen.choose('live', { assetId: TOKEN_ASSET, network: 'local' })).toBeNull();
    const provider = chosen.choose('sandbox', { assetId: TOKEN_ASSET, network: 'local' })!;
    expect(provider.name).toBe(`evm:local:${one.signer.address}`);
    expect(mustSucceed(await provider.prepare(callOf(), one.order)).delivery.providerId).toMatch(/^sbx_0x/);
  });
});
