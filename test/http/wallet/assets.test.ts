import request from 'supertest';
import { httpSuite } from '../suite';

const suite = httpSuite();

const get = (path: string, app = suite.world.app) => request(app).get(path);

describe('the asset routes', () => {
  it('list the catalog’s assets, in full and by name', async () => {
    const { data } = (await get('/api/v1/accepted-cryptos')).body;
    expect((await get('/api/assets')).body).toEqual({ success: true, error: null, data: { assets: data.assets } });
    const { cryptos } = (await get('/api/assets/accepted-cryptos')).body.data;
    expect(cryptos).toHaveLength(data.assets.length as number);
    expect(cryptos[1]).toEqual({ assetId: 202, symbol: 'USDT', blockchain: 'ethereum' });
  });

  it('show the rules of the instance', async () => {
    const answer = await get('/api/assets/gateway-config');
    expect(answer.body.data).toEqual({
      quoteWindowSeconds: 300,
      regulatoryRole: 'none',
      limits: { minBrl: 1, maxBrl: 10_000 },
      fiatCurrencies: ['BRL'],
      features: { cashOut: true, pegged: false },
      peggedWithdraw: {
        ...{ network: 'simulated', assetId: 9_103 },
        spender: '0x51b0000000000000000000000000000000000002',
      },
      catalog: (await get('/gateway-config-latest.json')).body,
    });
  });

  it('price an asset like the versioned route', async () => {
    const answer = await get('/api/assets/price?assetId=202&fiatCurrency=BRL');
    const { price } = (await get('/api/v1/getAssetPrice?assetId=202')).body.data;
    expect(answer.body.data).toEqual({ assetId: 202, fiatCurrency: 'BRL', price });
    expect(typeof price).toBe('number');
  });
});

describe('the other base address of pegged assets', () => {
  const peggedBaseUrl = 'https://pegged.example/pay';
  const announcing = () => suite.world.appWith({ settings: { ...suite.world.deps.settings, peggedBaseUrl } });

  it('is announced in the configuration', async () => {
    expect((await get('/api/assets/gateway-config', announcing())).body.data.peggedBaseUrl).toBe(peggedBaseUrl);
  });

  it('is in the document for its endpoints and no other', async () => {
    const plain = (await get('/openapi.json')).body;
    const { paths, ...rest } = (await get('/openapi.json', announcing())).body;
    const { servers } = plain;
    expect(rest).toEqual({ ...plain, paths: undefined });
    const pegged = [...servers, { url: peggedBaseUrl, description: 'Pegged assets' }];
    expect(paths['/api/v1/getAssetPrice'].servers).toEqual(pegged);
    expect(paths['/api/v1/accepted-cryptos'].servers).toEqual(pegged);
    expect(paths['/api/v1/cashout/quote']).toEqual(plain.paths['/api/v1/cashout/quote']);
    expect(plain.paths['/api/v1/getAssetPrice'].servers).toBeUndefined();
  });
});
