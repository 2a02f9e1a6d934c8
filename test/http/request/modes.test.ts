import type { Express } from 'express';
import request from 'supertest';
import type { Mode } from '../../../aggregates/partner/events';
import type { Catalog, Network } from '../../../commands/ports/chains/catalog';
import { createService } from '../../../src/service';
import { expectInvalid, expectProblem } from '../expect-problem';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner, type User } from '../world';

const SANDBOX_ASSET = 202;
const LIVE_ASSET = 502;

let world: HttpWorld;
let partners: Readonly<Record<Mode, Partner>>;
let users: Readonly<Record<Mode, User>>;
let both: Catalog;

/** The same service over another catalog, and in an instance of another mode. */
const appOver = (catalog: Catalog, ownMode: Mode = 'sandbox'): Express => {
  const instance = { id: 'lastro', mode: ownMode };
  const networks = catalog.networks.map((network) => ({ ...network, finality: 'finalized' }));
  const assets = catalog.assets.map((asset) => ({ ...asset, blockchain: asset.network, contractAddress: null }));
  return world.appWith({
    ...createService({ ...world.ports, catalog, instance }),
    ...{ instance, catalog: { ...catalog, networks, assets } },
  });
};

beforeAll(async () => {
  world = await createWorld();
  const [sandbox] = world.ports.catalog.networks;
  const [asset] = world.ports.catalog.assets;
  if (sandbox?.family !== 'evm' || asset === undefined) throw new Error('the catalog is empty');
  const live: Network = { ...sandbox, name: 'base', chainId: 8_453, mode: 'live' };
  both = {
    ...world.ports.catalog,
    networks: [sandbox, live],
    assets: [...world.ports.catalog.assets, { ...asset, assetId: LIVE_ASSET, symbol: 'USDC', network: 'base' }],
  };
  partners = { live: await world.partner('live'), sandbox: await world.partner() };
  users = { live: await world.user(partners.live), sandbox: await world.user(partners.sandbox) };
});
afterAll(() => world.close());

const quote = (app: Express, mode: Mode, assetId: number) =>
  request(app)
    .post('/api/v1/cashout/quote')
    .set({ Authorization: `Bearer ${users[mode].token}` })
    .send({ assetId, invoiceCode: FIXED_CODE });

const simulate = (app: Express, mode: Mode, assetId: number) =>
  request(app)
    .post('/api/v1/partners/me/fees/simulate')
    .set({ Authorization: `Bearer ${partners[mode].apiKey}` })
    .send({ amount: 30, assetId });

const priceOf = (app: Express, assetId: number) => request(app).get(`/api/v1/getAssetPrice?assetId=${assetId}`);

describe('the separation of live and sandbox', () => {
  it('refuses a test coin for a live user, and a real coin for a sandbox user', async () => {
    const app = appOver(both);
    expectProblem(await quote(app, 'live', SANDBOX_ASSET), 400, 'INVALID_ASSET_ID');
    expectProblem(await quote(app, 'sandbox', LIVE_ASSET), 400, 'INVALID_ASSET_ID');
    expect((await quote(app, 'sandbox', SANDBOX_ASSET)).status).toBe(200);
  });

  it('refuses a coin of the other mode in simulations, links and registrations', async () => {
    const app = appOver(both);
    expectProblem(await simulate(app, 'live', SANDBOX_ASSET), 400, 'INVALID_ASSET_ID');
    expectProblem(await simulate(app, 'sandbox', LIVE_ASSET), 400, 'INVALID_ASSET_ID');
    const as = (mode: Mode, path: string, body: object) =>
      request(app)
        .post(`/api/v1/${path}`)
        .set({ Authorization: `Bearer ${partners[mode].apiKey}` })
        .send(body);
    const link = { invoiceCode: FIXED_CODE, assetId: LIVE_ASSET };
    expectProblem(await as('sandbox', 'partners/me/links', link), 400, 'INVALID_ASSET_ID');
    const wallet = { pubkey: '0x00000000000000000000000000000000deadbeef', blockchain: 'base' };
    expectInvalid(await as('sandbox', 'users', wallet), ['blockchain']);
    expect((await as('live', 'users', wallet)).status).toBe(201);
  });

  it('never answers live credentials with sandbox prices', async () => {
    expectProblem(await simulate(appOver(both), 'live', LIVE_ASSET), 503, 'PROVIDER_NOT_CONFIGURED');
    expectProblem(await simulate(appOver(both, 'live'), 'live', LIVE_ASSET), 503, 'PROVIDER_NOT_CONFIGURED');
  });

  it.each<[Mode, Mode, number]>([
    ['sandbox', 'live', LIVE_ASSET],
    ['live', 'sandbox', SANDBOX_ASSET],
  ])('refuses %s credentials with a reason when no network has their mode', async (mode, other, assetId) => {
    const networks = both.networks.filter((network) => network.mode === other);
    const app = appOver({ ...both, networks });
    expectProblem(await quote(app, mode, assetId), 503, 'PROVIDER_NOT_CONFIGURED');
    expectProblem(await quote(appOver({ ...both, networks: [] }), mode, assetId), 503, 'PROVIDER_NOT_CONFIGURED');
  });

  it('answers anonymous prices in the mode of the instance', async () => {
    expect((await priceOf(appOver(both), SANDBOX_ASSET)).status).toBe(200);
    expectProblem(await priceOf(appOver(both), LIVE_ASSET), 400, 'INVALID_ASSET_ID');
    expectProblem(await priceOf(appOver(both, 'live'), SANDBOX_ASSET), 400, 'INVALID_ASSET_ID');
    expectProblem(await priceOf(appOver(both, 'live'), LIVE_ASSET), 503, 'PROVIDER_NOT_CONFIGURED');
    const asked = await request(appOver(both)).get(`/api/assets/price?assetId=${LIVE_ASSET}&fiatCurrency=BRL`);
    expectProblem(asked, 400, 'INVALID_ASSET_ID');
  });

  it('shows the mode of each network in the catalog', async () => {
    const { networks } = (await request(appOver(both)).get('/api/v1/accepted-cryptos')).body.data;
    expect((networks as { name: string; mode: Mode }[]).map(({ name, mode }) => [name, mode])).toEqual([
      ['ethereum', 'sandbox'],
      ['base', 'live'],
    ]);
  });

  it.each<[Mode, string]>([
    ['sandbox', 'ethereum'],
    ['live', 'base'],
  ])('shows wallets of a %s instance %s alone', async (mode, network) => {
    const app = appOver(both, mode);
    type Named = readonly { readonly name: string }[];
    type OnChain = readonly { readonly blockchain: string }[];
    const ask = async <Data>(path: string): Promise<Data> =>
      ((await request(app).get(`/api/assets${path}`)).body as { readonly data: Data }).data;
    const { assets } = await ask<{ assets: OnChain }>('');
    const { cryptos } = await ask<{ cryptos: OnChain }>('/accepted-cryptos');
    const { catalog } = await ask<{ catalog: { networks: Named; assets: OnChain } }>('/gateway-config');
    for (const seen of [assets, cryptos, catalog.assets]) {
      expect([...new Set(seen.map(({ blockchain }) => blockchain))]).toEqual([network]);
    }
    expect(catalog.networks.map(({ name }) => name)).toEqual([network]);
  });
});
