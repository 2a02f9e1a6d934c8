import { currentPrice } from '../../commands/quote/current-price';
import { simulateFees } from '../../commands/quote/simulate-fees';
import { systemClock } from '../../infra/clock';
import { createSandboxPriceFeed } from '../../infra/providers/sandbox/prices';
import { priceFeedsOf } from '../../src/bin/wiring/prices/prices';
import { inMode } from '../samples/in-mode';
import { catalog, quoting } from '../samples/quoting';

const WITHOUT_FILE = { providers: [], sandboxPrices: 'simulated' } as const;
const market = { catalog, ticks: { now: async () => [], refresh: async () => undefined }, alert: () => undefined };

/** As the service is put together, over a network of this mode. */
const deps = (mode: 'live' | 'sandbox') => ({
  ...quoting(),
  clock: systemClock,
  priceFeeds: priceFeedsOf(WITHOUT_FILE, market, createSandboxPriceFeed({ clock: systemClock })),
  catalog: inMode(catalog, mode),
  instance: { id: 'lastro', mode },
});

const simulated = { amountCents: 100n, assetId: 201, feeMarkupBasisPoints: 0 };

describe('the prices of an instance in either mode', () => {
  test('come from the sandbox in sandbox mode', async () => {
    const { quoted } = await simulateFees(deps('sandbox'))({ ...simulated, mode: 'sandbox' });
    expect(quoted?.price.sources).toEqual(['sandbox']);
    expect(Number((await currentPrice(deps('sandbox'))(201)).price)).toBeGreaterThan(0);
  });

  test.each([
    ['simulated fees', () => simulateFees(deps('live'))({ ...simulated, mode: 'live' })],
    ['the price of an asset', () => currentPrice(deps('live'))(201)],
  ])('are refused as not configured in live mode: %s', async (_what, ask) => {
    await expect(ask()).rejects.toMatchObject({ rejection: { code: 'PROVIDER_NOT_CONFIGURED' } });
  });
});
