import request from 'supertest';
import { SCHEMA_VERSIONS } from '../../../aggregates/schema-versions';
import { systemContext } from '../../../commands/handling/context';
import { payOnChain } from '../user/pay-on-chain';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner, spyingLogger, type User } from '../world';

let world: HttpWorld;
let partner: Partner;
let user: User;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** A payment of this code, paid; its id. */
const paid = async (invoiceCode: string, txid: string): Promise<string> => {
  const post = (path: string, body: object) =>
    request(world.app).post(`/api/v1/cashout/${path}`).set(bearer(user.token)).send(body);
  const quoted = await post('quote', { assetId: 202, invoiceCode });
  const { data } = (await post('intent', { quoteId: quoted.body.data.quoteId as string })).body;
  const { receiver, amountBaseUnits, memo } = data as Record<'receiver' | 'amountBaseUnits' | 'memo', string>;
  await payOnChain(world, { txid, receiver, amountBaseUnits, memos: [memo], assetId: 202 });
  return data.intentId as string;
};

const TXID = `0x${'7a'.repeat(32)}`;
let intentId: string;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  user = await world.user(partner);
  intentId = await paid(FIXED_CODE, TXID);
});
afterAll(() => world.close());

const linkOf = (paymentId: string) => `/receipts/${world.deps.receiptPages.tokenOf(paymentId)}`;
const read = (path: string, app = world.app) => request(app).get(path);

const sameForAll = ({ status, text, headers }: request.Response) => {
  const { date: _date, 'x-request-id': _id, 'keep-alive': _keep, connection: _connection, ...rest } = headers;
  return { status, text, headers: rest };
};

describe('the page behind receiptUrl', () => {
  it('has the address in the receipt, and needs no credential', async () => {
    const app = world.appWith({ settings: { ...world.deps.settings, publicBaseUrl: 'https://pay.example/x' } });
    const { body } = await read(`/api/v1/receipts/pix?tx=${TXID}&chain=ethereum`, app).set(bearer(user.token));
    const { receiptUrl } = body.data as { receiptUrl: string };
    expect(receiptUrl).toBe(`https://pay.example/x${linkOf(intentId)}`);
    const page = await read(receiptUrl.slice('https://pay.example/x'.length));
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.text).toContain('<dt>Status</dt><dd>COMPLETED</dd>');
    expect(page.text).toContain('<dt>Paid</dt><dd>R$ 30.00</dd>');
    for (const told of [intentId, TXID, 'SANDBOX – SEM VALOR']) expect(page.text).toContain(told);
  });

  it('has the status that the partner sees, never the page of the bank', async () => {
    const feed = await read('/api/v1/partners/me/events').set(bearer(partner.apiKey));
    const told = (feed.body.data as { event: string; intentId: string; data: { receiptUrl?: string } }[]).filter(
      ({ event }) => event === 'INTENT_COMPLETED',
    );
    expect(told.map(({ data }) => data.receiptUrl)).toEqual([linkOf(intentId)]);
  });

  it('is neither cached nor indexed, and hides its address from other sites', async () => {
    const { headers, text } = await read(linkOf(intentId));
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow, noarchive',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(text).not.toMatch(/<script|<img|<iframe|<form|<link|\son\w+=|style=|href=|src=/i);
  });

  it('shows the payee masked, as other answers do', async () => {
    const answer = await read(`/api/v1/receipts/pix?tx=${TXID}&chain=ethereum`).set(bearer(user.token));
    const { payee } = answer.body.data as { payee: string };
    expect(payee).toContain('*');
    expect((await read(linkOf(intentId))).text).toContain(`<dt>To</dt><dd>${payee}</dd>`);
  });

  it.each([
    ['the public id of the payment', () => `/receipts/${intentId}`],
    ['a wrong proof', () => `/receipts/${intentId}.${'A'.repeat(22)}`],
    ['a genuine link of a payment that is not there', () => linkOf(`baf${'a'.repeat(56)}`)],
    ['a payment of a person who was erased', () => erased()],
    ['a text of any length', () => `/receipts/${'a'.repeat(5_000)}`],
  ])('is answered with the same 404 for %s', async (_what, path) => {
    const random = sameForAll(await read('/receipts/random'));
    expect(random.status).toBe(404);
    expect(sameForAll(await read(await path()))).toEqual(random);
  });

  const erased = async (): Promise<string> => {
    const others = user;
    user = await world.user(await world.partner());
    const erasedIntent = await paid(FIXED_CODE, `0x${'7b'.repeat(32)}`);
    expect((await read(linkOf(erasedIntent))).status).toBe(200);
    const context = { ...systemContext('test', crypto.randomUUID(), 'test'), subjectId: user.userId };
    await world.service.eraseSubject({ userId: user.userId, reason: 'asked' }, context);
    user = others;
    return linkOf(erasedIntent);
  };

  it('has no PIN of a gift card, and counts no reading of it', async () => {
    const giftCard = await paid('GC-SBX-STEAM-5000-DS', `0x${'7c'.repeat(32)}`);
    const before = await world.eventCount();
    const { status, text } = await read(linkOf(giftCard));
    expect([status, text.includes('<dt>By</dt><dd>giftcard</dd>')]).toEqual([200, true]);
    expect(text).not.toMatch(/SBX-[0-9A-F]{5}-/);
    expect(await world.eventCount()).toBe(before);
  });

  it('shows the returned amount, as the answer to the user does', async () => {
    const txid = `0x${'7d'.repeat(32)}`;
    const returned = await paid(FIXED_CODE, txid);
    const stream = `cashout-${returned}` as const;
    const history = await world.eventStore.readStream(stream);
    const sent = history.find(({ type }) => type === 'PayoutDispatched')?.data as { providerKey: string };
    await world.eventStore.append(stream, history.length - 1, [
      {
        id: crypto.randomUUID(),
        type: 'PayoutReturned',
        data: { intentId: returned, providerKey: sent.providerKey, amountCents: '1250', returnedAt: world.clock.iso() },
        metadata: { ...history.at(-1)!.metadata, schemaVersion: SCHEMA_VERSIONS.PayoutReturned },
      },
    ]);
    const { text } = await read(linkOf(returned));
    expect(text).toContain('<dt>Status</dt><dd>RETURNED</dd>');
    expect(text).toContain('<dt>Returned</dt><dd>R$ 12.50</dd>');
    const { body } = await read(`/api/v1/receipts/pix?tx=${txid}&chain=ethereum`).set(bearer(user.token));
    expect(body.data).toMatchObject({ status: 'RETURNED', amount: 30, returnedAmount: 12.5 });
  });

  it('asks no store for a foreign link, and logs no link', async () => {
    const find = jest.fn();
    const logger = spyingLogger();
    const receiptPages = { ...world.deps.receiptPages, find };
    await read('/receipts/random.'.padEnd(45, 'A'), world.appWith({ receiptPages, logger }));
    expect(find).not.toHaveBeenCalled();
    find.mockRejectedValue(new Error('boom'));
    const { status, text } = await read(linkOf(intentId), world.appWith({ receiptPages, logger }));
    expect([status, text.includes('boom')]).toEqual([500, false]);
    expect(JSON.stringify(logger.lines)).toContain('/receipts/:token');
    expect(JSON.stringify(logger.lines)).not.toContain(intentId);
  });
});
