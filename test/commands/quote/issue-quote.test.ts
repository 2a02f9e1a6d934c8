import { streamIdOf } from '../../../commands/handling/deterministic-ids';
import type { RealNetwork } from '../../../commands/ports/chains/catalog';
import type { PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import { type IssueQuote, type IssueQuoteDeps, issueQuote } from '../../../commands/quote/issue-quote';
import { choosePriceFeeds } from '../../../infra/prices/price-feeds';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { asking } from '../../core';
import { failed, offering } from '../../doubles/scripted-provider';
import { catalog, code, order, pricesFrom, quoting, steadyPrices } from '../../samples/quoting';

const issue = (deps: IssueQuoteDeps, differences: Partial<IssueQuote> = {}, name = 'quote') =>
  issueQuote(deps)({ ...order, ...differences }, asking(name));

describe('a quote', () => {
  test('fixes price, amounts and fees, and equals its event', async () => {
    const deps = quoting();
    const { quote, position } = await issue(deps, { sender: '0xbB' });
    const [stored] = await deps.eventStore.readStream(`quote-${quote.quoteId}`);
    expect([stored?.data, stored?.position]).toEqual([quote, position]);
    expect(quote).toMatchObject({
      quoteId: streamIdOf(asking('quote').commandId),
      userId: 'u1',
      partnerId: 'p1',
      mode: 'sandbox',
      network: 'ethereum',
      receiver: '0xaa',
      // As the user's record spells it.
      sender: '0xBb',
      // (150.00 + 1.5 % + 0.5 %) / 5.40
      totalCents: '15300',
      amountBaseUnits: '28333334',
      fees: { platformCents: '225', partnerCents: '75', totalCents: '300' },
      priceContext: { pair: 'USDC/BRL', price: '5.40', asOf: time(0), sources: ['steady'], feeFloorCents: '100' },
      issuedAt: time(0),
      expiresAt: time(300),
      blockTimeToleranceSeconds: 30,
    });
  });

  test('charges the estimated cost of a transfer, and no cost without an estimate', async () => {
    const networks = catalog.networks.map((network) => ({ ...network, feeEstimateCents: 137 }));
    const { quote } = await issue({ ...quoting(), catalog: { ...catalog, networks } });
    expect(quote).toMatchObject({ totalCents: '15437', fees: { networkCents: '137', totalCents: '437' } });
    const { quote: without } = await issue(quoting());
    expect(without).toMatchObject({ totalCents: '15300', fees: { networkCents: '0', totalCents: '300' } });
  });

  test('keeps each source’s price', async () => {
    const deps = quoting();
    const steady = steadyPrices(deps.clock);
    const at = time(0);
    const ticks = [
      { source: 'a', pair: 'USDC/BRL', bid: '5.40', ask: '5.41', at },
      { source: 'b', pair: 'USDC/BRL', bid: '9.99', ask: '9.99', at, dropped: 'OUTLYING' },
    ];
    const price: typeof steady.price = async (context, symbol) => {
      const answer = await steady.price(context, symbol);
      return answer.ok ? { ...answer, value: { ...answer.value, ticks } } : answer;
    };
    const { quote } = await issue({ ...deps, priceFeeds: choosePriceFeeds([{ ...steady, price }]) });
    expect(quote.priceContext.ticks).toEqual(ticks);
  });

  test('keeps the scenario of sandbox credentials alone', async () => {
    expect((await issue(quoting(), { scenario: 'STUCK' })).quote.scenario).toBe('STUCK');
    expect((await issue(quoting())).quote).not.toHaveProperty('scenario');
    const deps = quoting();
    const live = 'live' as const;
    const priceFeeds = choosePriceFeeds([{ ...steadyPrices(deps.clock), mode: live }]);
    const networks = (catalog.networks as readonly RealNetwork[]).map((network) => ({ ...network, mode: live }));
    const ofLive = {
      priceFeeds,
      catalog: { ...catalog, networks },
      payoutProviders: offering({ ...deps.bank, mode: live }),
    };
    const asked = { user: { ...order.user, mode: live }, scenario: 'STUCK' };
    const { quote } = await issue({ ...deps, ...ofLive }, asked);
    expect([quote.mode, quote.scenario]).toEqual(['live', undefined]);
  });

  test('holds its payee sealed, and shows a mask', async () => {
    const deps = quoting();
    const { quote } = await issue(deps, { externalId: 'order of Maria' });
    expect(JSON.stringify(quote)).not.toMatch(/maria@|order of/);
    expect(quote.payout).toMatchObject({ kind: 'PIX_BRCODE', amountCents: '15000' });
    expect(JSON.parse((await deps.vault.open(quote.payout.instruction)) ?? '')).toEqual({
      kind: 'PIX_BRCODE',
      brCode: order.invoiceCode,
      amountIsFixed: true,
    });
    expect(await deps.vault.open(quote.externalId!)).toBe('order of Maria');
  });

  test('stores the reference in clear and the external id sealed', async () => {
    const deps = quoting();
    const externalUserId = await deps.vault.seal('u1', 'customer-17');
    const { quote } = await issue(deps, { reference: 'order-17', user: { ...order.user, externalUserId } });
    expect(quote).toMatchObject({ reference: 'order-17', externalUserId });
    const { quote: without } = await issue(deps, {}, 'another');
    for (const name of ['reference', 'externalUserId']) expect(without).not.toHaveProperty(name);
  });
});

describe('the amount', () => {
  test('is the amount of the user for an open code', async () => {
    const { quote } = await issue(quoting(), { invoiceCode: code(), amountCents: 200n });
    expect(quote.payout.amountCents).toBe('200');
  });

  test('may repeat the amount of a fixed code', async () => {
    const { quote } = await issue(quoting(), { amountCents: 15_000n });
    expect(quote.payout.amountCents).toBe('15000');
  });

  test.each([
    ['at the minimum', 100n, null],
    ['below it', 99n, 'AMOUNT_BELOW_MINIMUM'],
    ['at the limit', 1_000_000n, null],
    ['above it', 1_000_001n, 'AMOUNT_ABOVE_LIMIT'],
  ])('%s', async (_name, amountCents, refusal) => {
    const issuing = issue(quoting(), { invoiceCode: code(), amountCents });
    if (refusal === null) await expect(issuing).resolves.toBeDefined();
    else await expect(issuing).rejects.toMatchObject({ rejection: { code: refusal } });
  });
});

describe('the limit of a provider', () => {
  const issueOf = (amountCents: bigint, ...limits: readonly bigint[]) => {
    const provider = quoting().payoutProviders.choose('sandbox', { kind: 'PIX_BRCODE' })!;
    const limited = limits.map((transactionCents) => ({ ...provider, limits: { PIX_BRCODE: { transactionCents } } }));
    return issue({ ...quoting(), payoutProviders: offering(...limited) }, { invoiceCode: code(), amountCents });
  };

  test('refuses a quote above it with AMOUNT_ABOVE_LIMIT', async () => {
    await expect(issueOf(15_001n, 15_000n, 14_000n)).rejects.toMatchObject({
      rejection: { code: 'AMOUNT_ABOVE_LIMIT' },
    });
  });

  test('allows a quote at the limit, and above it if another provider pays more', async () => {
    await expect(issueOf(15_000n, 15_000n)).resolves.toBeDefined();
    await expect(issueOf(15_001n, 15_000n, 15_001n)).resolves.toBeDefined();
  });
});

const codeIs = (status: 'PAID' | 'EXPIRED' | 'REMOVED'): Partial<PayoutProvider> => ({
  resolveBrCode: async () => ({
    ok: true,
    value: { kind: 'DYNAMIC', amount: null, amountEditable: true, payeeName: 'M', key: null, txid: null, status },
  }),
});

describe('a refused request', () => {
  test.each<[string, Partial<IssueQuote>, string, string | null]>([
    ['an unknown asset', { assetId: 999 }, 'INVALID_ASSET_ID', null],
    ['an asset that cannot be sold', { assetId: 202 }, 'INVALID_ASSET_ID', null],
    ['an asset of a network that is not served', { assetId: 203 }, 'INVALID_ASSET_ID', null],
    ["somebody else's wallet", { sender: '0xcafe' }, 'WALLET_MISMATCH', null],
    [
      'a wallet when none is linked',
      { sender: '0xbb', user: { ...order.user, pubkey: null } },
      'WALLET_MISMATCH',
      null,
    ],
    ['what is no code', { invoiceCode: 'hello' }, 'VALIDATION_ERROR', 'invoiceCode'],
    ['a wrong checksum', { invoiceCode: `${code(15_000n).slice(0, -1)}~` }, 'VALIDATION_ERROR', 'invoiceCode'],
    ['an open code without an amount', { invoiceCode: code() }, 'VALIDATION_ERROR', 'amount'],
    ['an amount that differs from the code', { amountCents: 15_001n }, 'VALIDATION_ERROR', 'amount'],
    ['a code that was paid already', { invoiceCode: code(15_000n, 'PIXPAID') }, 'INVALID_CODE', null],
    ['a code that has expired', { invoiceCode: code(15_000n, 'PIXEXPIRED') }, 'INVALID_CODE', null],
  ])('%s', async (_name, differences, refusal, field) => {
    const deps = quoting();
    const fieldErrors = field === null ? {} : { fieldErrors: { [field]: expect.any(String) } };
    await expect(issue(deps, differences)).rejects.toMatchObject({ rejection: { code: refusal, ...fieldErrors } });
    expect((await deps.eventStore.head()).commit).toBe(-1n);
  });

  test.each<[string, Partial<PayoutProvider> | null, string]>([
    ['no provider', null, 'PROVIDER_NOT_CONFIGURED'],
    ['no credentials', { resolveBrCode: async () => failed('NOT_CONFIGURED') }, 'PROVIDER_NOT_CONFIGURED'],
    ['the institution refuses the code', { resolveBrCode: async () => failed('REJECTED') }, 'INVALID_CODE'],
    ['the institution is silent', { resolveBrCode: async () => failed('UNAVAILABLE') }, 'PROVIDER_FAILURE'],
    ['the code was removed', codeIs('REMOVED'), 'INVALID_CODE'],
  ])('%s', async (_name, differences, refusal) => {
    const deps = quoting();
    const providers = differences === null ? [] : [{ ...deps.bank, ...differences }];
    const issuing = issue({ ...deps, payoutProviders: offering(...providers) });
    await expect(issuing).rejects.toMatchObject({ rejection: { code: refusal } });
  });

  test('has no fresh price', async () => {
    const priceFeeds = pricesFrom(async () => failed('UNAVAILABLE'));
    const issuing = issue({ ...quoting(), priceFeeds });
    await expect(issuing).rejects.toMatchObject({ rejection: { code: 'PROVIDER_FAILURE' } });
  });
});

describe('an amount that the chain cannot carry', () => {
  const [usdc] = catalog.assets;
  const [ethereum] = catalog.networks;
  const over = (decimals: number, family: RealNetwork['family']) => {
    if (usdc === undefined || ethereum === undefined || ethereum.family === 'simulated')
      throw new Error('the catalog is empty');
    return { ...catalog, assets: [{ ...usdc, decimals }], networks: [{ ...ethereum, family }] };
  };

  test.each([
    ['less than the smallest unit', 0, 'evm', 'AMOUNT_BELOW_MINIMUM'],
    ['more than 64 bits hold', 18, 'solana', 'AMOUNT_ABOVE_LIMIT'],
    ['more than 63 bits hold', 18, 'stellar', 'AMOUNT_ABOVE_LIMIT'],
  ] as const)('%s', async (_what, decimals, family, refusal) => {
    // R$ 2.00 and R$ 151.00 of something at R$ 5.40.
    const invoiceCode = code(refusal === 'AMOUNT_BELOW_MINIMUM' ? 100n : 15_000n);
    const issuing = issue({ ...quoting(), catalog: over(decimals, family) }, { invoiceCode });
    await expect(issuing).rejects.toMatchObject({ rejection: { code: refusal } });
  });
});
