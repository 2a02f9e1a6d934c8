import { freshKey, mustSucceed } from '../../../../../packages/testing/src/contracts/providers';
import { signingLab, TOKEN_ASSET, TREASURY } from '../../chains/evm/signing/signing-lab';
import { AMOUNT, callOf, prepared, redeemer, sent, USER } from './redeeming';

describe('a redemption by transferFrom', () => {
  const lab = signingLab();

  it('reads balance and allowance from the same final block', async () => {
    const { redemption, order, signer } = await redeemer(lab);
    expect(redemption).toMatchObject({ mode: 'sandbox', network: 'local', spender: signer.address });
    const before = mustSucceed(await redemption.readBalance(callOf(), order.wallet));
    expect(before.allowanceBaseUnits).toBe('0');
    await lab.chain().mine(2);
    const after = mustSucceed(await redemption.readBalance(callOf(), order.wallet));
    expect(after.allowanceBaseUnits).toBe((10n * AMOUNT).toString());
    expect(BigInt(after.balanceBaseUnits)).toBe(await lab.balanceOf(order.wallet));
    expect(BigInt(after.blockNumber)).toBeGreaterThan(BigInt(before.blockNumber));
  });

  it('sends nothing during preparation, and prepares the same bytes again after a restart', async () => {
    const one = await redeemer(lab);
    const first = await prepared(one);
    expect(first).toMatchObject({ nonce: '0', txid: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
    expect(await prepared(one)).toEqual(first);
    expect(mustSucceed(await one.again({}).prepare(callOf(), one.order))).toEqual(first);
    expect(await lab.chain().rpc('eth_getTransactionByHash', [first.txid])).toBeNull();
    expect(await one.redemption.get(callOf(), one.order, [first])).toMatchObject({ ok: false, kind: 'NOT_FOUND' });
  });

  it('is PENDING until its block is final, then SETTLED with the debit in its log', async () => {
    const one = await redeemer(lab);
    const treasuryBefore = await lab.balanceOf(TREASURY);
    const preparation = await sent(one);
    const ask = async () => mustSucceed(await one.redemption.get(callOf(), one.order, [preparation]));
    expect((await ask()).state).toBe('PENDING');
    await lab.chain().mine(1);
    expect((await ask()).state).toBe('PENDING');
    await lab.chain().mine(1);
    const { state, debit } = await ask();
    expect(state).toBe('SETTLED');
    expect(debit).toMatchObject({
      ...{ to: 'TREASURY', network: 'local', assetId: TOKEN_ASSET, txid: preparation.txid, issuerCents: null },
      ...{ wallet: one.order.wallet, receiver: TREASURY, amountBaseUnits: AMOUNT.toString() },
      debitId: `local:${preparation.txid}:0`,
    });
    expect(BigInt(debit!.gasBaseUnits!)).toBe(10n ** 19n - (await lab.coins(one.signer.address)));
    expect((await lab.balanceOf(TREASURY)) - treasuryBefore).toBe(AMOUNT);
  });

  it('is SETTLED when it went to the former treasury, whether it was sent or only signed', async () => {
    const one = await redeemer(lab);
    const other = { ...one, order: { ...one.order, redemptionKey: freshKey() } };
    const [sentBefore, signedBefore] = [await sent(one), await prepared(other)];
    const moved = one.movedTo('0x00000000000000000000000000000000000000dd', [TREASURY]);
    mustSucceed(await moved.redeem(callOf(), other.order, signedBefore));
    await lab.chain().mine(2);
    for (const [{ order }, preparation] of [
      [one, sentBefore],
      [other, signedBefore],
    ] as const) {
      const { state, debit } = mustSucceed(await moved.get(callOf(), order, [preparation]));
      expect([state, debit?.receiver]).toEqual(['SETTLED', TREASURY]);
    }
    const forgetful = one.movedTo('0x00000000000000000000000000000000000000dd', []);
    expect(await forgetful.get(callOf(), one.order, [sentBefore])).toMatchObject({ ok: false, kind: 'UNKNOWN' });
  });

  it('debits once, even when it is sent again at any time', async () => {
    const one = await redeemer(lab);
    const before = await lab.balanceOf(one.order.wallet);
    const preparation = await sent(one);
    const again = async () => one.redemption.redeem(callOf(), one.order, preparation);
    expect(await again()).toMatchObject({ ok: true, value: { state: 'PENDING' } });
    await lab.chain().mine(2);
    expect(await again()).toMatchObject({ ok: true, value: { state: 'SETTLED' } });
    expect(before - (await lab.balanceOf(one.order.wallet))).toBe(AMOUNT);
  });

  it('is refused before it is sent when the wallet has withdrawn its allowance', async () => {
    const one = await redeemer(lab);
    await lab.tell(USER, 'approve', one.signer.address, AMOUNT - 1n);
    const refused = await one.redemption.prepare(callOf(), one.order);
    expect(refused).toMatchObject({ ok: false, kind: 'REJECTED', code: 'INSUFFICIENT_FUNDS' });
  });

  it('is FAILED when it was reverted and that is final', async () => {
    const one = await redeemer(lab);
    const preparation = await prepared(one);
    await lab.behave('PAUSED');
    mustSucceed(await one.redemption.redeem(callOf(), one.order, preparation));
    const ask = async () => mustSucceed(await one.redemption.get(callOf(), one.order, [preparation]));
    expect((await ask()).state).toBe('PENDING');
    await lab.chain().mine(2);
    expect(await ask()).toMatchObject({ state: 'FAILED', failure: 'REVERTED' });
  });

  it('uses a depth when the network configures one', async () => {
    const one = await redeemer(lab, { finality: { depth: 4 } });
    const preparation = await sent(one);
    const ask = async () => mustSucceed(await one.redemption.get(callOf(), one.order, [preparation])).state;
    await lab.chain().mine(3);
    expect(await ask()).toBe('PENDING');
    await lab.chain().mine(1);
    expect(await ask()).toBe('SETTLED');
  });

  it('sends no bytes of another order', async () => {
    const [one, other] = [await redeemer(lab), await redeemer(lab)];
    const [mine, theirs] = [await prepared(one), await prepared(other)];
    const wrong = [
      theirs,
      { ...mine, order: null },
      { ...mine, order: '0x' },
      { ...mine, txid: theirs.txid },
      { ...mine, nonce: '1' },
    ];
    for (const preparation of wrong) {
      const said = await one.redemption.redeem(callOf(), one.order, preparation);
      expect(said).toMatchObject({ ok: false, kind: 'UNKNOWN', code: 'PROTOCOL' });
    }
    const smaller = { ...one.order, amountBaseUnits: '1' };
    expect(await one.redemption.redeem(callOf(), smaller, mine)).toMatchObject({ ok: false, kind: 'UNKNOWN' });
    expect(await lab.chain().rpc('eth_getTransactionCount', [one.signer.address, 'latest'])).toBe('0x0');
  });

  it('takes nothing for another order under the same key, nor from our own wallets', async () => {
    const one = await redeemer(lab);
    await prepared(one);
    const other = { ...one.order, amountBaseUnits: '1' };
    expect(await one.redemption.prepare(callOf(), other)).toMatchObject({ kind: 'REJECTED', code: 'DUPLICATE_KEY' });
    for (const wallet of [TREASURY, one.signer.address, 'nonsense', one.order.wallet.toUpperCase()]) {
      const order = { ...one.order, redemptionKey: `for ${wallet}`, wallet };
      expect(await one.redemption.prepare(callOf(), order)).toMatchObject({ kind: 'REJECTED', code: 'UNSUPPORTED' });
    }
  });

  it('is replaced at its own nonce when it is stuck, and either transaction settles it', async () => {
    const one = await redeemer(lab);
    await lab.chain().rpc('evm_setAutomine', [false]);
    const first = await sent(one);
    expect(await prepared(one)).toEqual(first);
    lab.advance(180_000);
    const second = await prepared(one);
    expect(second.nonce).toBe(first.nonce);
    expect(second.txid).not.toBe(first.txid);
    expect(await prepared(one)).toEqual(second);
    mustSucceed(await one.redemption.redeem(callOf(), one.order, second));
    await lab.chain().mine(3);
    const { state, debit } = mustSucceed(await one.redemption.get(callOf(), one.order, [first, second]));
    expect([state, debit?.txid]).toEqual(['SETTLED', second.txid]);
  });

  it('is DROPPED when another transaction of the signer has its nonce for good', async () => {
    const one = await redeemer(lab);
    const preparation = await prepared(one);
    const { raw } = one.signer.sign(one.signing.account.chainId, {
      ...{ to: TREASURY, value: 1n, data: '0x', nonce: 0n, gasLimit: 21_000n },
      ...{ highestFeePerGas: 10n ** 10n, tipPerGas: 1n },
    });
    await lab.chain().sendRaw(raw);
    const ask = async () => one.redemption.redeem(callOf(), one.order, preparation);
    expect(await ask()).toMatchObject({ ok: true, value: { state: 'PENDING' } });
    await lab.chain().mine(2);
    // A single node's answer counts after a minute.
    expect(await ask()).toMatchObject({ ok: true, value: { state: 'PENDING' } });
    lab.advance(60_000);
    expect(await ask()).toMatchObject({ ok: true, value: { state: 'FAILED', failure: 'DROPPED' } });
  });
});
