import type { Drivers } from './driver';
import { withoutPrices } from './refusals';

const PRICE = { assetId: '202', fiatCurrency: 'BRL' };

/** Assets and prices in the words of the wallet. */
export const assetDrivers: Drivers = {
  'get /api/assets': { ask: () => ({}) },
  'get /api/assets/accepted-cryptos': { ask: () => ({}) },
  'get /api/assets/gateway-config': {
    ask: () => ({}),
    also: [
      {
        status: 200,
        ask: ({ world }) => {
          const settings = { ...world.deps.settings, peggedBaseUrl: 'https://pegged.example/pay' };
          return { app: world.appWith({ settings }) };
        },
      },
    ],
  },
  'get /api/assets/price': {
    ask: () => ({ query: PRICE }),
    also: [
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { ...PRICE, fiatCurrency: 'USD' } }) },
      { status: 400, code: 'INVALID_ASSET_ID', ask: () => ({ query: { ...PRICE, assetId: '999' } }) },
      { status: 502, code: 'PROVIDER_FAILURE', ask: () => ({ query: { ...PRICE, assetId: '204' } }) },
      withoutPrices(PRICE),
    ],
  },
};
