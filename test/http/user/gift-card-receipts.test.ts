import request from 'supertest';
import { createWorld, type HttpWorld, type Partner, spyingLogger, type User } from '../world';
import { payOnChain } from './pay-on-chain';

let world: HttpWorld;
let partner: Partner;
let user: User;
let intentId: string;
let spy: ReturnType<typeof spyingLogger>;
let app: HttpWorld['app'];

const TXID = `0x${'6d'.repeat(32)}`;
const QUERY = `tx=${TXID}&chain=ethereum`;
const PIN = /^SBX-[0-9A-F]{5}-[0-9A-F]{5}-[0-9A-F]{5}$/;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const read = (path: string, token = user.token) => request(app).get(path).set(bearer(token));
const reveals = async () => {
  const events = await world.eventStore.readStream(`cashout-${intentId}`);
  return events.filter(({ type }) => type === 'GiftCardRevealed');
};

beforeAll(async () => {
  world = await createWorld();
  spy = spyingLogger();
  app = world.appWith({ logger: spy });
  partner = await world.partner();
  user = await world.user(partner);
  const post = (path: string, body: object) =>
    request(app).post(`/api/v1/cashout/${path}`).set(bearer(user.token)).send(body);
  const quoted = await post('quote', { assetId: 202, invoiceCode: 'GC-SBX-STEAM-5000-DS' });
  const { data } = (await post('intent', { quoteId: quoted.body.data.quoteId as string })).body;
  const { receiver, amountBaseUnits, memo } = data as Record<'receiver' | 'amountBaseUnits' | 'memo', string>;
  intentId = data.intentId as string;
  await payOnChain(world, { txid: TXID, receiver, amountBaseUnits, memos: [memo], assetId: 202 });
});
afterAll(() => world.close());

test.each([
  ['/api/v1/receipts', 'token'],
  ['/api/receipts', 'walletToken'],
] as const)('shows at %s the PIN of a gift card, and records each reading', async (path, token) => {
  const before = (await reveals()).length;
  const { status, body, headers } = await read(`${path}/giftcard?${QUERY}`, user[token]).set(
    'X-Request-Id',
    'reading-1',
  );
  expect([status, body.data.type, body.data.giftCardPin]).toEqual([200, 'giftcard', expect.stringMatching(PIN)]);
  const shown = (await reveals()).slice(before);
  expect(shown).toMatchObject([
    {
      data: { intentId, revealedAt: expect.stringMatching(/^\d{4}-/) },
      metadata: { actor: { kind: 'user', id: user.userId }, requestId: headers['x-request-id'] },
    },
  ]);
});

test('shows the PIN in no log, table, event or other answer', async () => {
  const pin = (await read(`/api/v1/receipts/giftcard?${QUERY}`)).body.data.giftCardPin as string;
  await world.project();
  const { rows } = await world.pool.query<{ found: string }>(
    `SELECT query_to_xml(format('SELECT * FROM %I.%I', table_schema, table_name), true, false, '')::text AS found
       FROM information_schema.tables WHERE table_schema = 'lastro' AND table_type = 'BASE TABLE'`,
  );
  const tables = rows.map(({ found }) => found).join('');
  expect(tables).toContain('GiftCardRevealed');
  const events = (await world.eventStore.readStream(`cashout-${intentId}`)).map(({ data, metadata }) => [
    data,
    metadata,
  ]);
  const answers = await Promise.all(
    [`/api/v1/cashout/intent/${intentId}`, '/api/v1/cashout/intents'].map(async (path) => (await read(path)).text),
  );
  for (const said of [tables, JSON.stringify(events), JSON.stringify(spy.lines), ...answers]) {
    expect(said).not.toContain(pin);
  }
});

test('answers HEAD like GET without the PIN, and records no reading', async () => {
  const before = (await reveals()).length;
  const { status, text } = await request(app).head(`/api/v1/receipts/giftcard?${QUERY}`).set(bearer(user.token));
  expect([status, text]).toEqual([200, undefined]);
  expect((await reveals()).length).toBe(before);
});
