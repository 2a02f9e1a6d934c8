import { signatureHeaders, verifyWebhook } from '../../../infra/webhooks/signature';

// The vector of the design (api, section 6).
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY =
  '{"id":"evt_01","event":"INTENT_COMPLETED","intentId":"bafyTEST","status":"COMPLETED",' +
  '"timestamp":"2026-08-03T12:00:00.000Z","data":{}}';
const NOW = 1_750_000_000;
const signable = { deliveryId: 'evt_01', event: 'INTENT_COMPLETED', body: BODY, timestampSeconds: NOW };
const options = { prefix: 'App', secret: SECRET, nowSeconds: NOW, toleranceSeconds: 300 };
const PREVIOUS = 'whsec_c2Vjb25kIHNlY3JldCBvZiB0aGUgcGFydG5lcg==';

describe('The headers of a delivery', () => {
  it('are those of the published vector', () => {
    expect(signatureHeaders('App', [SECRET], signable)).toEqual({
      'x-app-signature': 'sha256=1e0b070492232c4c4cd52ec019fa703566dbcd363b0591114164c0356621435f',
      'x-app-event': 'INTENT_COMPLETED',
      'x-app-delivery': 'evt_01',
      'webhook-id': 'evt_01',
      'webhook-timestamp': '1750000000',
      'webhook-signature': 'v1,OQRMP7h1GeHo2uzs9WJF4jIm5hbSX0WnPx2UG3TIG7o=',
    });
  });

  it('carry the prefix of the instance', () => {
    const names = Object.keys(signatureHeaders('Acme-Pay', [SECRET, PREVIOUS], signable));
    expect(names.filter((name) => name.startsWith('x-'))).toEqual([
      'x-acme-pay-signature',
      'x-acme-pay-signature-previous',
      'x-acme-pay-event',
      'x-acme-pay-delivery',
    ]);
  });

  it('are signed with both secrets during a rotation, and each verifies', () => {
    const headers = signatureHeaders('App', [PREVIOUS, SECRET], signable);
    expect(headers['x-app-signature-previous']).toBe(
      'sha256=1e0b070492232c4c4cd52ec019fa703566dbcd363b0591114164c0356621435f',
    );
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [SECRET, PREVIOUS]) {
      expect(verifyWebhook({ headers, body: BODY }, { ...options, secret })).toMatchObject({ ok: true });
    }
  });

  it('sign non-ASCII bodies by their UTF-8 bytes', () => {
    const body = '{"name":"Açaí 🙂"}';
    const headers = signatureHeaders('App', [SECRET], { ...signable, body });
    expect(verifyWebhook({ headers, body }, options)).toMatchObject({ ok: true });
  });

  it('accept a legacy secret unchanged', () => {
    const headers = signatureHeaders('App', ['an old global secret'], signable);
    expect(verifyWebhook({ headers, body: BODY }, { ...options, secret: 'an old global secret' })).toMatchObject({
      ok: true,
    });
  });

  it('cannot be made without a secret', () => {
    expect(() => signatureHeaders('App', [], signable)).toThrow('secret is required');
  });
});
