import type { PartnerTermsChanged } from '../../../../aggregates/partner/events';
import type { RejectionCode } from '../../../../aggregates/rejection';
import { findOwnCashinQuote } from '../../../../commands/cashin/quote/find-own-cashin-quote';
import { findOwnQuote } from '../../../../commands/quote/find-own-quote';
import { canonicalAddress } from '../../../../infra/chains/families';
import { sealed } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { happened } from '../../../core';
import { buyer, cashinQuoted, FOREIGN, LINKED, selling, WALLET } from '../../../samples/selling';

const refused = (code: RejectionCode, fieldErrors?: object) => ({
  rejection: { code, ...(fieldErrors === undefined ? {} : { fieldErrors }) },
});

const splitKey = { pixKey: sealed('p1', 'a2V5'), pixKeyType: 'EMAIL', pixKeyMasked: 'p***@***.example' } as const;

/** A partner with these terms. */
const withTerms = async (terms: Partial<PartnerTermsChanged>, deps = selling()) => {
  const changed = { partnerId: 'p1', changedAt: '2026-11-20T12:00:00.000Z', ...terms };
  await happened(deps.eventStore, event('PartnerOnboarded'), { type: 'PartnerTermsChanged', data: changed });
  return deps;
};

describe('a quote of a cash-in', () => {
  test('exchanges the amount after its fees, at our selling price', async () => {
    const deps = selling();
    expect(await cashinQuoted(deps)).toEqual({
      ...{ quoteId: expect.any(String), intentId: expect.any(String), userId: 'u1', partnerId: 'p1', mode: 'sandbox' },
      ...{ deliveryMode: 'PLATFORM', network: 'ethereum', assetId: 201, symbol: 'USDC', decimals: 6 },
      ...{ amountCents: '15000', exchangedCents: '14705', currency: 'BRL' },
      fees: {
        ...{ floorCents: '0', platformCents: '221', partnerCents: '74', networkCents: '0', totalCents: '295' },
        ...{ platformBasisPoints: 150, partnerBasisPoints: 50 },
      },
      // R$ 147.05 / 5.50 = 26.7363636..., rounded down.
      ...{ amountBaseUnits: '26736363', minimumBaseUnits: '26736363', destination: WALLET },
      ...{ deliveryProvider: 'sandbox', split: null },
      priceContext: {
        ...{ pair: 'USDC/BRL', price: '5.50', asOf: deps.clock.iso(), sources: ['steady'], feeFloorCents: '100' },
      },
      ...{ issuedAt: deps.clock.iso(), expiresAt: new Date(deps.clock.now() + 300_000).toISOString() },
    });
  });

  test.each([
    [false, { networkCents: '40', platformCents: '220', floorCents: '0' }],
    // The floor covers what its transfer costs.
    [true, { networkCents: '0', platformCents: '0', floorCents: '100' }],
  ])('counts the cost of a transfer unless the asset is pegged: %s', async (pegged, parts) => {
    const deps = selling();
    const { networks, assets } = deps.catalog;
    const catalog = {
      ...deps.catalog,
      networks: networks.map((network) => ({ ...network, feeEstimateCents: 40 })),
      assets: assets.map((asset) => ({ ...asset, pegged })),
    };
    const { fees, exchangedCents, amountCents } = await cashinQuoted({ ...deps, catalog });
    expect(fees).toMatchObject(parts);
    expect(BigInt(fees.totalCents) + BigInt(exchangedCents)).toBe(BigInt(amountCents));
  });

  test('is found by its user alone, and only as a cash-in quote', async () => {
    const deps = selling();
    const quote = await cashinQuoted(deps, { reference: 'order-17', scenario: 'CHARGE_PAID' });
    const found = await findOwnCashinQuote(deps.eventStore, buyer, quote.quoteId);
    expect(found?.terms).toEqual(quote);
    expect(quote).toMatchObject({ reference: 'order-17', scenario: 'CHARGE_PAID' });
    for (const stranger of [{ userId: 'u2' }, { partnerId: 'p2' }, { mode: 'live' as const }]) {
      expect(await findOwnCashinQuote(deps.eventStore, { ...buyer, ...stranger }, quote.quoteId)).toBeNull();
    }
    expect(await findOwnQuote(deps.eventStore, buyer, quote.quoteId)).toBeNull();
  });

  test('has a floor when the deliverer buys the crypto itself', async () => {
    const deps = selling({ deliverer: { isConverting: true } });
    const { amountBaseUnits, minimumBaseUnits, isConverting } = await cashinQuoted(deps);
    expect([amountBaseUnits, minimumBaseUnits, isConverting]).toEqual(['26736363', '26469000', true]);
  });

  test.each([
    ['INVALID_ASSET_ID', { assetId: 999 }],
    ['INVALID_ASSET_ID', { assetId: 202 }],
    ['AMOUNT_BELOW_MINIMUM', { amountCents: 99n }],
    // Covered by the minimum, not by the fee's floor.
    ['AMOUNT_BELOW_MINIMUM', { amountCents: 100n }],
    ['AMOUNT_ABOVE_LIMIT', { amountCents: 1_000_001n }],
  ] as const)('is refused with %s for %j', async (code, differences) => {
    await expect(cashinQuoted(selling(), differences)).rejects.toMatchObject(refused(code));
  });

  test('needs a network, a charge provider, a delivery provider and a fresh price', async () => {
    const deps = selling();
    const none = { choose: () => null, named: () => null };
    const cases = [
      { ...deps, catalog: { ...deps.catalog, networks: [] } },
      { ...deps, chargeProviders: none },
      { ...deps, cryptoDeliveries: none },
    ];
    for (const lacking of cases) {
      await expect(cashinQuoted(lacking)).rejects.toMatchObject(refused('PROVIDER_NOT_CONFIGURED'));
    }
    const unseen = { ...deps, readStanding: async () => null };
    await expect(cashinQuoted(unseen)).rejects.toMatchObject(refused('SERVICE_UNAVAILABLE'));
  });
});

describe('the wallet that is credited', () => {
  test('is the user’s own in its canonical form, or a linked one', async () => {
    const deps = selling();
    await happened(deps.eventStore, event('UserRegistered', { wallet: { pubkey: LINKED, blockchain: 'ethereum' } }));
    const upper = `0x${WALLET.slice(2).toUpperCase()}`;
    expect((await cashinQuoted(deps, { destinationWallet: upper })).destination).toBe(canonicalAddress('evm', WALLET));
    expect((await cashinQuoted(deps, { destinationWallet: LINKED }, 'linked')).destination).toBe(LINKED);
    const withoutWallet = { user: { ...buyer, pubkey: null } };
    expect((await cashinQuoted(deps, withoutWallet, 'uid')).destination).toBe(LINKED);
  });

  test('may be another one only for a partner with the feature, else WALLET_MISMATCH', async () => {
    await expect(cashinQuoted(selling(), { destinationWallet: FOREIGN })).rejects.toMatchObject(
      refused('WALLET_MISMATCH'),
    );
    const off = await withTerms({ features: { 'cashin-any-wallet': false } });
    await expect(cashinQuoted(off, { destinationWallet: FOREIGN })).rejects.toMatchObject(refused('WALLET_MISMATCH'));
    const free = await withTerms({ features: { 'cashin-any-wallet': true } });
    expect((await cashinQuoted(free, { destinationWallet: FOREIGN })).destination).toBe(FOREIGN);
  });

  test('is a valid address of the network, and not an address of this service', async () => {
    const receiver = `0x${'ab'.repeat(20)}`;
    const deps = await withTerms({ features: { 'cashin-any-wallet': true } });
    const networks = deps.catalog.networks.map((network) => ({ ...network, receivers: [receiver] }));
    const ours = { ...deps, catalog: { ...deps.catalog, networks } };
    for (const [world, asked] of [
      [deps, { destinationWallet: '0x1234' }],
      [deps, { destinationWallet: 'GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6' }],
      [deps, { user: { ...buyer, pubkey: null } }],
      [ours, { destinationWallet: receiver }],
    ] as const) {
      await expect(cashinQuoted(world, asked)).rejects.toMatchObject({
        rejection: { code: 'VALIDATION_ERROR', fieldErrors: { destinationWallet: expect.any(String) } },
      });
    }
  });

  test('must be able to receive, where that is known', async () => {
    const checkDestination = async () => ({ ok: true, value: { canReceive: false, needs: 'TRUSTLINE' } }) as const;
    await expect(cashinQuoted(selling({ deliverer: { checkDestination } }))).rejects.toMatchObject(
      refused('VALIDATION_ERROR', { destinationWallet: 'cannot receive USDC yet: TRUSTLINE' }),
    );
    const away = selling({ deliverer: { checkDestination: () => Promise.reject(new Error('away')) } });
    expect((await cashinQuoted(away)).destination).toBe(WALLET);
  });
});

describe('the partner’s part of a charge', () => {
  test('is its markup when the platform delivers, once it has a key', async () => {
    const { pixKey, pixKeyMasked } = splitKey;
    const deps = await withTerms({ cashinSplitKey: splitKey });
    expect((await cashinQuoted(deps)).split).toEqual({ pixKey, pixKeyMasked, amountCents: '74' });
    const without = { user: { ...buyer, feeMarkupBasisPoints: 0 } };
    expect((await cashinQuoted(deps, without, 'no markup')).split).toBeNull();
  });

  test('is all but the platform’s fee when the partner delivers', async () => {
    const deps = await withTerms({ cashinSplitKey: splitKey, cashinDelivery: 'PARTNER' });
    const quote = await cashinQuoted(deps);
    expect(quote).toMatchObject({
      ...{ deliveryMode: 'PARTNER', deliveryProvider: null, exchangedCents: '14705' },
      split: { amountCents: (15_000n - 221n).toString() },
    });
    // Charged to the cent: the platform's fee and the partner's part.
    const { fees, split } = quote;
    expect(BigInt(fees.platformCents) + BigInt(fees.floorCents) + BigInt(split?.amountCents ?? 0)).toBe(15_000n);
  });

  test('stays due, or excludes delivery by the partner, when no provider splits', async () => {
    const charger = { kinds: ['PIX'] as const };
    const owed = await withTerms({ cashinSplitKey: splitKey }, selling({ charger }));
    expect((await cashinQuoted(owed)).split).toBeNull();
    const partners = await withTerms({ cashinSplitKey: splitKey, cashinDelivery: 'PARTNER' }, selling({ charger }));
    await expect(cashinQuoted(partners)).rejects.toMatchObject(refused('PROVIDER_NOT_CONFIGURED'));
  });
});
