import type { Driver, Drivers, Stage } from './driver';
import { withoutPrices } from './refusals';

const notReady = (stage: Stage) =>
  stage.world.appWith({
    readiness: async () => ({ ready: false, checks: { postgres: { ok: false, detail: 'does not answer' } } }),
  });

const readiness: Driver = {
  ask: () => ({}),
  also: [{ status: 503, code: 'SERVICE_UNAVAILABLE', ask: (stage) => ({ app: notReady(stage) }) }],
};

/** Prices, the catalog and health: no credential is needed. */
export const publicDrivers: Drivers = {
  'get /health': { ask: () => ({}), also: [{ status: 200, ask: (stage) => ({ app: notReady(stage) }) }] },
  'get /health/live': { ask: () => ({}) },
  'get /health/ready': readiness,
  'get /api/v1/health': { ask: () => ({}) },
  'get /api/v1/health/live': { ask: () => ({}) },
  'get /api/v1/health/ready': readiness,
  'get /api/v1/accepted-cryptos': { ask: () => ({}) },
  'get /gateway-config-latest.json': { ask: () => ({}) },
  'get /api/v1/getAssetPrice': {
    ask: () => ({ query: { assetId: '202' } }),
    also: [
      { status: 200, ask: () => ({ query: { assetId: '202', fiatCurrency: 'BRL' } }) },
      { status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { assetId: 'USDT' } }) },
      { status: 400, code: 'INVALID_ASSET_ID', ask: () => ({ query: { assetId: '999' } }) },
      { status: 502, code: 'PROVIDER_FAILURE', ask: () => ({ query: { assetId: '204' } }) },
      withoutPrices({ assetId: '202' }),
    ],
  },
};
