import { createHash, createHmac } from 'node:crypto';
import { createLastroClient } from '../../packages/client/src/client';
import { hmacHeader } from '../../packages/client/src/sign-request';

const credential = { kind: 'HMAC' as const, partnerId: 'partner_demo', secret: 'correct horse battery staple' };
const moment = { timestampSeconds: 1_750_000_000, nonce: '0f8fad5b-d9cb-469f-a165-70867728950e' };
const signatureOf = (header: string) => /signature=([0-9a-f]{64})$/.exec(header)?.[1];

describe('a signed request', () => {
  it.each([
    [
      'the body as it is sent',
      { method: 'POST', path: '/api/v1/auth/token', body: '{ "pubkey": "GABC1234567890", "expiresIn":"1h" }' },
      '8019f749a4f90b16ec5c516419b1d9a7a2ff34496af02a30dc3f246265283342',
    ],
    [
      'the body as JSON.stringify writes it',
      { method: 'POST', path: '/api/v1/auth/token', body: '{"pubkey":"GABC1234567890","expiresIn":"1h"}' },
      '3aeb7d42c16ae5211b02aee036e6cda32ed02a04ecb6e8fcb9316d1ce4145c6f',
    ],
    [
      'no body',
      { method: 'GET', path: '/api/v1/partners/me/api-keys', body: '' },
      'ce8fa6cd569c8ca4fc14d0edcd79c0d60203440bffddacb01d1b80379ddb95c6',
    ],
    [
      'an empty object',
      { method: 'GET', path: '/api/v1/partners/me/api-keys', body: '{}' },
      '9775ad1a2deb8c19012dd5c0f345bfa69aeaf23114a793d0863caaa31a15f16e',
    ],
  ])('has the published signature of %s', (_what, request, signature) => {
    expect(hmacHeader(credential, { ...request, ...moment })).toBe(
      `HMAC-SHA256 partnerId=partner_demo,timestamp=1750000000,nonce=${moment.nonce},signature=${signature}`,
    );
  });

  it('is sent by the client: path without query, body byte for byte, and a nonce of its own', async () => {
    const sent: Request[] = [];
    const fetch = async (request: Request) => {
      sent.push(request);
      return Response.json({ success: true, error: null, data: null });
    };
    const client = createLastroClient({ baseUrl: 'http://lastro.example', credential, fetch });
    await client.GET('/api/v1/users', { params: { query: { limit: 5 } } });
    await client.POST('/api/v1/auth/token', { body: { uid: 'customer-17' } });
    const headers = await Promise.all(
      sent.map(async (request) => {
        const header = request.headers.get('authorization') ?? '';
        const [, timestamp = '', nonce = ''] = /timestamp=(\d+),nonce=([\w-]+),/.exec(header) ?? [];
        const body = createHash('sha256')
          .update(await request.text())
          .digest('hex');
        const canonical = [request.method, new URL(request.url).pathname, timestamp, nonce, body].join('\n');
        const key = '1a6821347db967bd6a61b7c11ea186d00b16d2a06d772f62f41e0714ff84c734';
        expect(signatureOf(header)).toBe(createHmac('sha256', key).update(canonical).digest('hex'));
        return nonce;
      }),
    );
    expect(new Set(headers).size).toBe(2);
    expect(new URL(sent[0]?.url ?? '').search).toBe('?limit=5');
  });
});
