import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dataOf, isLastroError, type LastroError } from '../../../packages/client/src/answer';
import { type ClientCredential, createLastroClient, type LastroClient } from '../../../packages/client/src/client';
import { createHttpServer } from '../../../src/http/server';
import { createWorld, FIXED_CODE, type HttpWorld, type Partner } from '../../http/world';

let world: HttpWorld;
let partner: Partner;
let server: Server;

beforeAll(async () => {
  world = await createWorld();
  partner = await world.partner();
  server = createHttpServer(world.app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await world.close();
});

const clientOf = (credential?: ClientCredential): LastroClient => {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createLastroClient({
    baseUrl,
    nowMs: () => world.clock.now(),
    ...(credential === undefined ? {} : { credential }),
  });
};

const refusalOf = async (work: Promise<unknown>): Promise<LastroError> => {
  const error: unknown = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isLastroError(error)) throw new Error('not refused');
  return error;
};

describe('the client', () => {
  it('calls the public routes without a credential', async () => {
    const { assets } = dataOf(await clientOf().GET('/api/v1/accepted-cryptos'));
    expect(assets.map(({ assetId }) => assetId)).toContain(202);
  });

  it('takes a partner and a user from registration to an intent', async () => {
    const asPartner = clientOf({ kind: 'API_KEY', apiKey: partner.apiKey });
    const body = { pubkey: '0x8ba1f109551bd432803012645ac136ddd64dba72', blockchain: 'ethereum' };
    const { userId } = dataOf(await asPartner.POST('/api/v1/users', { body }));
    const params = { path: { userId } };
    dataOf(await asPartner.PATCH('/api/v1/users/{userId}/kyc', { params, body: { kycStatus: 'APPROVED' } }));
    const { token } = dataOf(await asPartner.POST('/api/v1/auth/token', { body: { uid: userId } }));
    const asUser = clientOf({ kind: 'TOKEN', token });
    const asked = { assetId: 202, invoiceCode: FIXED_CODE };
    const { quoteId } = dataOf(await asUser.POST('/api/v1/cashout/quote', { body: asked }));
    const { intentId } = dataOf(await asUser.POST('/api/v1/cashout/intent', { body: { quoteId } }));
    const listed = dataOf(await asUser.GET('/api/v1/cashout/intents', { params: { query: { quoteId } } }));
    expect(listed.map((intent) => intent.intentId)).toEqual([intentId]);
  });

  it('signs for a partner with a secret', async () => {
    const { partnerId, hmacSecret } = await world.partner();
    const asPartner = clientOf({ kind: 'HMAC', partnerId, secret: hmacSecret });
    const { userId } = dataOf(await asPartner.POST('/api/v1/users', { body: { externalUserId: 'a' } }));
    const listed = dataOf(await asPartner.GET('/api/v1/users', { params: { query: { limit: 5 } } }));
    expect(listed.map((user) => user.userId)).toEqual([userId]);
    const stranger = clientOf({ kind: 'HMAC', partnerId, secret: 'another secret' });
    expect(await refusalOf(stranger.GET('/api/v1/users').then(dataOf))).toMatchObject({ status: 401 });
  });

  it('sends no body when the call has none', async () => {
    const other = await world.partner();
    const asPartner = clientOf({ kind: 'API_KEY', apiKey: other.apiKey });
    const { webhookSecret } = dataOf(await asPartner.POST('/api/v1/partners/me/rotate-webhook-secret'));
    expect(webhookSecret).toMatch(/^whsec_/);
  });

  it('reports the refusal and its reason', async () => {
    const stranger = clientOf({ kind: 'API_KEY', apiKey: 'sk_live_none' });
    expect(await refusalOf(stranger.GET('/api/v1/users').then(dataOf))).toMatchObject({
      ...{ name: 'LastroError', status: 401, code: 'UNAUTHORIZED', retryAfterSeconds: null },
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      message: '/api/v1/users answered 401: Unauthorized',
    });
    const asPartner = clientOf({ kind: 'API_KEY', apiKey: partner.apiKey });
    expect(await refusalOf(asPartner.POST('/api/v1/users', { body: {} }).then(dataOf))).toMatchObject({
      ...{ status: 400, code: 'VALIDATION_ERROR' },
      message: expect.stringContaining('either pubkey or externalUserId is required'),
    });
  });

  it.each([
    ['seconds', '7', 7],
    ['a date, by something in between', 'Sat, 21 Nov 2026 12:00:00 GMT', null],
  ])('reads Retry-After in %s', async (_form, retryAfter, retryAfterSeconds) => {
    const body = { success: false, error: 'Too many requests', code: 'RATE_LIMITED', retryAfter: 7 };
    const busy = Response.json(body, { status: 429, headers: { 'Retry-After': retryAfter } });
    // A response that was made by hand, as a fetch of the caller's own may do, has no URL.
    const client = createLastroClient({ baseUrl: 'http://lastro.example', fetch: async () => busy });
    expect(await refusalOf(client.GET('/api/v1/accepted-cryptos').then(dataOf))).toMatchObject({
      ...{ status: 429, code: 'RATE_LIMITED', retryAfterSeconds, requestId: null },
      message: 'lastro answered 429: Too many requests',
    });
  });

  it('sends a credential only when it has one', async () => {
    const seen: (string | null)[] = [];
    const fetch = async (request: Request) => {
      seen.push(request.headers.get('authorization'));
      return Response.json({ success: true, error: null, data: {} });
    };
    await createLastroClient({ baseUrl: 'http://lastro.example', fetch }).GET('/api/v1/accepted-cryptos');
    const credential = { kind: 'TOKEN' as const, token: 't' };
    await createLastroClient({ baseUrl: 'http://lastro.example', fetch, credential }).GET('/api/v1/accepted-cryptos');
    expect(seen).toEqual([null, 'Bearer t']);
  });
});
