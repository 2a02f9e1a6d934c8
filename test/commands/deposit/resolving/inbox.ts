import type { Mode } from '../../../../aggregates/partner/events';
import { isRejection } from '../../../../aggregates/rejection';
import type { Catalog } from '../../../../commands/ports/chains/catalog';
import type { PriceFeed } from '../../../../commands/ports/providers/price-feed';
import { core } from '../../../core';

export const depositId = 'ethereum:0xd1:0';

/** The decision of an operator with a key. */
export const named = (operator: string) => ({
  ...{ depositId, operator, reason: 'ticket 17' },
  ...{ isNamed: true, mayPropose: true },
});

const usdc = { assetId: 201, symbol: 'USDC', network: 'ethereum', contract: '0xcc', decimals: 6 };
const CATALOG: Catalog = {
  ...{ version: '1', updatedAt: '2026-11-20T12:00:00.000Z' },
  assets: [{ ...usdc, cashIn: true, cashOut: true, pegged: false }],
  networks: [
    {
      ...{ name: 'ethereum', family: 'evm', mode: 'sandbox', chainId: 1, receiver: '0xaa', receivers: ['0xaa'] },
      ...{ blockTimeToleranceSeconds: 30, expiryGraceSeconds: 600 },
    },
  ],
};

/** The core with BRL for a USDC; null: the feed has no price. */
export const priced = (price: string | null) => {
  const deps = core();
  const feed = <Of extends Mode>(mode: Of): PriceFeed<Of> => ({
    ...{ name: 'feed', mode },
    price: async (_deadline, symbol) => {
      if (price === null) return { ok: false, kind: 'UNAVAILABLE', code: 'TIMEOUT', provider: 'feed', message: 'away' };
      const asOf = deps.clock.iso();
      return {
        ok: true,
        value: { ...{ symbol, pair: `${symbol}/BRL`, sell: price, buy: price }, asOf, sources: ['feed'] },
      };
    },
  });
  return { ...deps, catalog: CATALOG, priceFeeds: { live: feed('live'), sandbox: feed('sandbox') } };
};

/** `CODE message` of a refusal; null when nothing refused. */
export const refusedBy = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => (isRejection(error) ? `${error.rejection.code} ${(error as Error).message}` : error),
  );
