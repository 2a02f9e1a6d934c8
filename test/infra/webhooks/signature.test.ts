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

  it('are signed with both secrets while two live, each of which verifies', () => {
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

  it('take a legacy secret as it is', () => {
    const headers = signatureHeaders('App', ['an old global secret'], signable);
    expect(verifyWebhook({ headers, body: BODY }, { ...options, secret: 'an old global secret' })).toMatchObject({
      ok: true,
    });
  });

  it('cannot be made without a secret', () => {
    expect(() => signatureHeaders('App', [], signable)).toThrow('cannot be signed without a secret');
  });
});

describe('A receiver', () => {
  const headers = signatureHeaders('App', [SECRET], signable);

  it('learns the id and the event of a delivery that is genuine', () => {
    expect(verifyWebhook({ headers, body: BODY }, options)).toEqual({
      ok: true,
      deliveryId: 'evt_01',
      event: 'INTENT_COMPLETED',
    });
  });

  it('refuses a body in which any one byte was changed', () => {
    for (let index = 0; index < BODY.length; index += 1) {
      const changed = Buffer.from(BODY);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(verifyWebhook({ headers, body: changed.toString('utf8') }, options).ok).toBe(false);
    }
  });

  test.each([
    ['another secret', {}, { secret: PREVIOUS }, 'X-App-Signature is wrong'],
    ['no signature', { 'x-app-signature': undefined }, {}, 'X-App-Signature is wrong'],
    ['an empty signature', { 'x-app-signature': '' }, {}, 'X-App-Signature is wrong'],
    ['a repeated signature', { 'x-app-signature': ['a', 'b'] }, {}, 'X-App-Signature is wrong'],
    ['another id', { 'webhook-id': 'evt_02' }, {}, 'webhook-signature is wrong'],
    ['another timestamp', { 'webhook-timestamp': String(NOW + 1) }, {}, 'webhook-signature is wrong'],
    ['no standard signature', { 'webhook-signature': undefined }, {}, 'webhook-signature is wrong'],
    ['no id', { 'webhook-id': undefined }, {}, 'id or timestamp is missing'],
    ['a timestamp of another shape', { 'webhook-timestamp': '1.75e9' }, {}, 'id or timestamp is missing'],
    ['an old delivery', {}, { nowSeconds: NOW + 301 }, 'timestamp is too far'],
    ['a delivery from the future', {}, { nowSeconds: NOW - 301 }, 'timestamp is too far'],
    ['another prefix', {}, { prefix: 'Acme' }, 'X-Acme-Signature is wrong'],
  ])('refuses %s', (_what, changedHeaders, changedOptions, reason) => {
    const received = { headers: { ...headers, ...changedHeaders }, body: BODY };
    expect(verifyWebhook(received, { ...options, ...changedOptions })).toEqual({ ok: false, reason });
  });
});
