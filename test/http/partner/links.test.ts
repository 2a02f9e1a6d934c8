import request from 'supertest';
import { systemContext } from '../../../commands/handling/context';
import { expectProblem } from '../expect-problem';
import { httpSuite } from '../suite';
import { FIXED_CODE, OPEN_CODE, type Partner } from '../world';

const suite = httpSuite();

const LINKS = '/api/v1/partners/me/links';
const bearer = ({ apiKey }: Partner) => ({ Authorization: `Bearer ${apiKey}` });
const create = (body: object, owner = suite.partner) =>
  request(suite.world.app).post(LINKS).set(bearer(owner)).send(body);
const list = (query = '', owner = suite.partner) => request(suite.world.app).get(`${LINKS}${query}`).set(bearer(owner));
const remove = (code: string, owner = suite.partner) =>
  request(suite.world.app).delete(`${LINKS}/${code}`).set(bearer(owner));
const resolve = (code: string) => request(suite.world.app).get(`/api/v1/links/${code}`);

describe('a payment link', () => {
  it('is created, resolved without a credential, removed, and then unknown', async () => {
    const created = await create({ invoiceCode: FIXED_CODE, assetId: 202, description: 'Order 17', expiresIn: '1h' });
    expect(created.status).toBe(201);
    const { code }: { code: string } = created.body.data;
    const shown = { code, invoiceCode: FIXED_CODE, amount: 30, currency: 'BRL', assetId: 202, description: 'Order 17' };
    expect(created.body.data).toEqual({
      ...shown,
      url: `/api/v1/links/${code}`,
      status: 'ACTIVE',
      createdAt: expect.any(String),
      expiresAt: new Date(suite.world.clock.now() + 3_600_000).toISOString(),
    });
    const resolved = await resolve(code);
    expect([resolved.status, resolved.body.data]).toEqual([200, { ...shown, expiresAt: created.body.data.expiresAt }]);
    expect(resolved.headers['cache-control']).toBe('no-store');
    expect((await list()).body.data[0]).toEqual(created.body.data);
    for (const time of ['once', 'again']) {
      const removed = await remove(code);
      expect([time, removed.status, removed.body.data]).toEqual([time, 200, null]);
    }
    expectProblem(await resolve(code), 404, 'NOT_FOUND');
    expect((await list()).body.data).toEqual([]);
  });

  it('stores its code without white space around it', async () => {
    const { data } = (await create({ invoiceCode: `${FIXED_CODE}\u00a0\r\n` })).body;
    expect([data.invoiceCode, (await resolve(data.code)).body.data.invoiceCode]).toEqual([FIXED_CODE, FIXED_CODE]);
  });

  it('is not resolved after its expiry, and its partner sees the reason', async () => {
    const { code } = (await create({ invoiceCode: OPEN_CODE, expiresIn: '60s' })).body.data as { code: string };
    expect((await resolve(code)).body.data.amount).toBeNull();
    suite.world.clock.advance(60_000);
    expectProblem(await resolve(code), 404, 'NOT_FOUND');
    expect((await list()).body.data[0]).toMatchObject({ code, status: 'EXPIRED' });
  });

  it('stops resolving when its partner is suspended', async () => {
    const other = await suite.world.partner();
    const { code } = (await create({ invoiceCode: FIXED_CODE }, other)).body.data as { code: string };
    const change = { partnerId: other.partnerId, change: 'SuspendPartner', reason: 'test' } as const;
    await suite.world.service.changePartnerStanding(change, systemContext('test', suite.world.deps.ids.uuid(), 'test'));
    await suite.world.project();
    expectProblem(await resolve(code), 404, 'NOT_FOUND');
  });

  it('is stored nowhere in clear', async () => {
    const { rows } = await suite.world.pool.query('SELECT l::text AS text FROM lastro.links l');
    expect(rows.length).toBeGreaterThan(0);
    for (const { text } of rows) expect(text).not.toMatch(/br\.gov\.bcb|Order 17/i);
  });

  it('is listed newest first, page by page', async () => {
    const other = await suite.world.partner();
    const codes: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const created = await create({ invoiceCode: FIXED_CODE }, other);
      codes.unshift(created.body.data.code as string);
    }
    const first = await list('?limit=2', other);
    expect(first.body.meta).toEqual({ nextCursor: codes[1], hasMore: true });
    const second = await list(`?limit=2&cursor=${codes[1]}`, other);
    const seen: { code: string }[] = [...first.body.data, ...second.body.data];
    expect([seen.map(({ code }) => code), second.body.meta.hasMore]).toEqual([codes, false]);
  });

  it('begins with the public address of the installation', async () => {
    const settings = { ...suite.world.deps.settings, publicBaseUrl: 'https://pay.example' };
    const app = suite.world.appWith({ settings });
    const created = await request(app).post(LINKS).set(bearer(suite.partner)).send({ invoiceCode: FIXED_CODE });
    expect(created.body.data.url).toBe(`https://pay.example/api/v1/links/${created.body.data.code}`);
  });
});

it.each(['0'.repeat(32), 'x', '..%2f..%2fusers', 'A'.repeat(32)])('resolves no link for the code %s', async (code) => {
  expectProblem(await resolve(code), 404, 'NOT_FOUND');
});
