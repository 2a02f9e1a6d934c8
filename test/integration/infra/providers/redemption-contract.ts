import { randomUUID } from 'node:crypto';
import { debitFaultOf } from '../../../../aggregates/pegged-balance/debit-fault';
import type {
  PeggedRedemption,
  Redemption,
  RedemptionOrder,
} from '../../../../commands/ports/providers/pegged-redemption';
import type { CallContext } from '../../../../commands/ports/providers/result';
import { mustSucceed } from '../../../../packages/testing/src/contracts/providers';

export interface RedemptionUnderTest {
  readonly redemption: PeggedRedemption;
  readonly context: CallContext;
  /** A wallet that has these base units, at finality, and lets the spender take these. */
  readonly wallet: (balance: bigint, allowance: bigint) => Promise<string>;
  /** Goes on until everything that was sent is final. */
  readonly finalise: () => Promise<void>;
}

/** The contract of every `PeggedRedemption`; `open` is called once for each test. */
export const redemptionContract = (open: () => Promise<RedemptionUnderTest>): void => {
  const orderOf = (wallet: string, amount: bigint): RedemptionOrder => ({
    ...{ redemptionKey: randomUUID(), wallet, amountBaseUnits: amount.toString() },
  });

  const sent = async ({ redemption, context }: RedemptionUnderTest, order: RedemptionOrder) => {
    const prepared = mustSucceed(await redemption.prepare(context, order));
    return { prepared, said: await redemption.redeem(context, order, prepared) };
  };

  const ended = async (test: RedemptionUnderTest, order: RedemptionOrder): Promise<Redemption> => {
    const { prepared } = await sent(test, order);
    await test.finalise();
    return mustSucceed(await test.redemption.get(test.context, order, [prepared]));
  };

  const readingOf = async ({ redemption, context }: RedemptionUnderTest, wallet: string) =>
    mustSucceed(await redemption.readBalance(context, wallet));

  it('reads balance and allowance at finality, of an empty wallet too', async () => {
    const test = await open();
    expect(await readingOf(test, await test.wallet(500n, 300n))).toMatchObject({
      ...{ balanceBaseUnits: '500', allowanceBaseUnits: '300' },
      blockNumber: expect.stringMatching(/^\d+$/) as string,
    });
    expect(await readingOf(test, await test.wallet(0n, 0n))).toMatchObject({
      ...{ balanceBaseUnits: '0', allowanceBaseUnits: '0' },
    });
  });

  it('settles a debit that is final and has the exact asset, wallet and amount', async () => {
    const test = await open();
    const { network, assetId } = test.redemption;
    const wallet = await test.wallet(500n, 300n);
    const order = orderOf(wallet, 200n);
    const { redemptionKey } = order;
    const { said, prepared } = await sent(test, order);
    expect(said).toMatchObject({ ok: true, value: { redemptionKey, state: 'PENDING' } });
    await test.finalise();
    const { state, debit } = mustSucceed(await test.redemption.get(test.context, order, [prepared]));
    if (debit === undefined) throw new Error('It is settled without a debit');
    expect([state, debitFaultOf({ network, assetId, wallet, amountBaseUnits: '200' }, debit)]).toEqual([
      'SETTLED',
      null,
    ]);
    if (prepared.txid !== null) expect(debit.txid).toBe(prepared.txid);
    expect(await readingOf(test, wallet)).toMatchObject({ balanceBaseUnits: '300', allowanceBaseUnits: '100' });
    expect(BigInt((await readingOf(test, wallet)).blockNumber)).toBeGreaterThanOrEqual(BigInt(debit.blockNumber));
  });

  it('prepares without sending anything', async () => {
    const test = await open();
    const order = orderOf(await test.wallet(500n, 300n), 200n);
    const prepared = mustSucceed(await test.redemption.prepare(test.context, order));
    expect(prepared.nonce === null).toBe(prepared.txid === null);
    await test.finalise();
    expect(await test.redemption.get(test.context, order, [prepared])).toMatchObject({ ok: false, kind: 'NOT_FOUND' });
    expect(await readingOf(test, order.wallet)).toMatchObject({ balanceBaseUnits: '500', allowanceBaseUnits: '300' });
  });

  it('debits once, however often the same order is sent', async () => {
    const test = await open();
    const { redemption, context } = test;
    const order = orderOf(await test.wallet(500n, 500n), 200n);
    const { prepared } = await sent(test, order);
    await redemption.redeem(context, order, prepared);
    await test.finalise();
    await redemption.redeem(context, order, prepared);
    await test.finalise();
    expect(await readingOf(test, order.wallet)).toMatchObject({ balanceBaseUnits: '300', allowanceBaseUnits: '300' });
  });

  it.each([
    ['balance', 100n, 500n],
    ['allowance', 500n, 100n],
  ])('debits nothing that the %s does not cover, and reports this at the end', async (_what, balance, allowance) => {
    const test = await open();
    const order = orderOf(await test.wallet(balance, allowance), 200n);
    const prepared = await test.redemption.prepare(test.context, order);
    if (!prepared.ok) expect(prepared.kind).toBe('REJECTED');
    else expect(await ended(test, order)).toMatchObject({ state: 'FAILED', failure: 'REVERTED' });
    expect(await readingOf(test, order.wallet)).toMatchObject({ balanceBaseUnits: balance.toString() });
  });
};
