import { checkCustomHeaders, underPlatformHeaders } from '../../../infra/webhooks/headers';

const problems = (headers: Record<string, string>, prefix = 'App') => checkCustomHeaders(headers, prefix);

describe('Accepted custom headers', () => {
  test.each([
    { Authorization: 'Bearer abc', 'X-Tenant': '42', x_environment: 'staging' },
    { 'X-Tabs': 'a\tb', 'X-Empty': '', "!#$%&'*+.^_`|~-": 'odd but a token' },
    { 'X-Long': 'v'.repeat(4096) },
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`X-Header-${index}`, 'value'])),
    {},
  ])('%#', (headers) => expect(problems(headers)).toEqual({}));
});

describe('Refused custom headers', () => {
  test.each([
    'Host',
    'CONNECTION',
    'Keep-Alive',
    'Proxy-Authorization',
    'TE',
    'Trailer',
    'Trailers',
    'Transfer-Encoding',
    'Upgrade',
    'Expect',
    'Content-Length',
    'content-type',
    'Content-Encoding',
    'User-Agent',
    'Date',
    'Cookie',
    'Forwarded',
    'Via',
    'X-App-Signature',
    'x-APP-event',
    'X_App_Signature',
    'App-Signature',
    'webhook-id',
    'Webhook_Signature',
    'X-Forwarded-For',
    'X-Amz-Date',
    'X-Goog-Api-Key',
    'x-azure-ref',
  ])('have a reserved name: %s', (name) => {
    expect(problems({ [name]: 'value' })).toEqual({ [name]: 'may not be set' });
  });

  it('have a name with the prefix of this instance', () => {
    expect(problems({ 'X-Acme-Pay-Signature': 'a', acme_pay_x: 'b', 'X-Acme': 'c' }, 'Acme-Pay')).toEqual({
      'X-Acme-Pay-Signature': 'may not be set',
      acme_pay_x: 'may not be set',
    });
  });

  test.each([
    '',
    'X Space',
    'X:Colon',
    'X-é',
    'X-Break\r\nX-Evil',
    'X-Nul\0',
    'x'.repeat(129),
  ])('when the name is no token: %j', (name) =>
    expect(problems({ [name]: 'value' })).toEqual({ [name]: 'is not a valid header name' }));

  test.each(['a\r\nX-Evil: 1', 'a\nb', 'a\rb', 'nul\0', 'é', '\u007f', 'emoji 🙂'])('have the value %j', (value) => {
    expect(problems({ 'X-Value': value })).toEqual({
      'X-Value': 'may contain visible ASCII characters, blanks and tabs only',
    });
  });

  it('are too many or too long', () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`X-Header-${index}`, 'value']));
    expect(problems(many)).toEqual({ headers: 'at most 20 headers' });
    expect(problems({ 'X-Long': 'v'.repeat(4097) })).toEqual({ 'X-Long': 'is longer than 4096 bytes' });
    expect(problems({ A: 'v'.repeat(4096), B: 'v'.repeat(4096) })).toEqual({ headers: 'at most 8192 bytes in all' });
  });

  it('have two names that are equal for a receiver', () => {
    expect(problems({ 'X-Tenant': '1', 'x-TENANT': '2', X_Tenant: '3' })).toEqual({
      'x-TENANT': 'repeats another header',
      X_Tenant: 'repeats another header',
    });
  });
});

it('Platform headers replace every spelling of a custom header', () => {
  const custom = {
    'x-APP-signature': 'forged',
    X_App_Signature: 'forged',
    'X-Tenant': '42',
    'Content-Type': 'text/html',
  };
  const platform = { 'x-app-signature': 'sha256=real', 'content-type': 'application/json' };
  expect(underPlatformHeaders(custom, platform)).toEqual({
    'x-tenant': '42',
    'x-app-signature': 'sha256=real',
    'content-type': 'application/json',
  });
});
