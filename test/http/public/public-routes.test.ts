import request from 'supertest';
import { httpSuite } from '../suite';

const suite = httpSuite();

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const get = (path: string) => request(suite.world.app).get(path);

describe('the public routes', () => {
  it('show the catalog as an answer and as a file', async () => {
    const answer = await get('/api/v1/accepted-cryptos');
    const file = await get('/gateway-config-latest.json');
    expect(answer.body.data.assets[1]).toEqual({
      assetId: 202,
      symbol: 'USDT',
      blockchain: 'ethereum',
      network: 'ethereum',
      contractAddress: '0xdac17f958d2ee523a2206206994597c13d831ec7',
      decimals: 6,
      cashIn: true,
      cashOut: true,
      pegged: false,
    });
    expect(file.body).toEqual(answer.body.data);
  });

  it('answer the price of an asset', async () => {
    const answer = await get('/api/v1/getAssetPrice?assetId=202&fiatCurrency=BRL');
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      assetId: 202,
      fiatCurrency: 'BRL',
      price: expect.any(Number),
      pair: 'USDT/BRL',
      baseCurrency: 'USDT',
      quoteCurrency: 'BRL',
      updated_at: expect.stringMatching(ISO),
      cached: false,
      cacheAge: 0,
    });
    expect((await get('/api/v1/getAssetPrice?assetId=202')).body.data).toEqual(answer.body.data);
  });

  it.each(['', '/api/v1'])('report the state of the service below %p', async (prefix) => {
    expect((await get(`${prefix}/health`)).body.data.status).toBe('UP');
    expect((await get(`${prefix}/health/live`)).body.data).toEqual({ status: 'UP' });
    expect((await get(`${prefix}/health/ready`)).status).toBe(200);
    const readiness = async () => ({ ready: false, checks: { ethereum: { ok: false, detail: 'chain id 5, not 1' } } });
    const broken = suite.world.appWith({ readiness });
    const ready = await request(broken).get(`${prefix}/health/ready`);
    expect(ready.status).toBe(503);
    expect(ready.body).toEqual({
      success: false,
      error: 'Not ready',
      code: 'SERVICE_UNAVAILABLE',
      requestId: ready.headers['x-request-id'],
      checks: { ethereum: { ok: false, detail: 'chain id 5, not 1' } },
    });
    const parked = { ok: false, detail: '1 parked: payouts cashout-cid1' };
    const degraded = suite.world.appWith({ readiness: async () => ({ ready: true, checks: { parked } }) });
    const answer = await request(degraded).get(`${prefix}/health/ready`);
    expect([answer.status, answer.body.data]).toEqual([200, { status: 'DEGRADED', checks: { parked } }]);
    const overall = await request(broken).get(`${prefix}/health`);
    expect([overall.status, overall.body.data.status]).toEqual([200, 'DEGRADED']);
    expect((await request(broken).get(`${prefix}/health/live`)).status).toBe(200);
  });
});
