import { createAddressPolicy } from '../../../../infra/webhooks/destination/address-guard';
import { checkDestinationUrl } from '../../../../infra/webhooks/destination/destination-url';
import { expectEveryRow } from '../../../every-row';

const policy = createAddressPolicy([]);
const reasonOf = (url: string, allowed = policy) => {
  const verdict = checkDestinationUrl(url, allowed);
  return verdict.ok ? 'accepted' : verdict.reason;
};

describe('An accepted destination', () => {
  test('has a public host', () =>
    expectEveryRow(
      [
        'https://example.com/hook',
        'https://EXAMPLE.com:443/hook?partner=1',
        'https://hooks.example.com.br/a/b',
        'https://xn--bcher-kva.example/',
        'https://bücher.example/',
        'https://example.com./',
        'https://8.8.8.8/hook',
        'https://[2606:4700:4700::1111]/hook',
        'https://127.0.0.1.nip.io/',
      ],
      String,
      (url) => expect(reasonOf(url)).toBe('accepted'),
    ));
});

describe('A destination with a wrong form', () => {
  test('is refused with the reason', () =>
    expectEveryRow(
      [
        ['http://example.com/', 'must begin with https://'],
        ['ftp://example.com/', 'must begin with https://'],
        ['file:///etc/passwd', 'must begin with https://'],
        ['javascript:alert(1)', 'must begin with https://'],
        ['https://user:pass@example.com/', 'must not contain a user name or a password'],
        ['https://user@example.com/', 'must not contain a user name or a password'],
        ['https://:pass@example.com/', 'must not contain a user name or a password'],
        ['https://example.com/#fragment', 'must not contain a fragment'],
        ['https://example.com/#', 'must not contain a fragment'],
        ['https://example.com:8443/', 'must use port 443'],
        ['https://example.com:80/', 'must use port 443'],
        ['https://8.8.8.8:22/', 'must use port 443'],
        ['not a url', 'is not a valid URL'],
        ['', 'is not a valid URL'],
        ['//example.com/', 'is not a valid URL'],
        ['https://', 'is not a valid URL'],
        ['https://exa\nmple.com/', 'is not a valid URL'],
        [' https://example.com/', 'is not a valid URL'],
        ['https://example.com/\t', 'is not a valid URL'],
        [`https://example.com/${'a'.repeat(2048)}`, 'is not a valid URL'],
        ['https://[fe80::1%25eth0]/', 'is not a valid URL'],
        ['https://1.2.3.4.5/', 'is not a valid URL'],
        ['https://a..example.com/', 'must have a valid host name'],
        ['https://-a.example.com/', 'must have a valid host name'],
        [`https://${'a'.repeat(64)}.com/`, 'must have a valid host name'],
        ['https://intranet/', 'must have a full host name'],
        ['https://metadata/', 'must have a full host name'],
      ],
      JSON.stringify,
      ([url, reason]) => expect(reasonOf(url)).toBe(reason),
    ));
});

describe('A destination with a reserved name', () => {
  test('is refused with the reason', () =>
    expectEveryRow(
      [
        'https://localhost/',
        'https://localhost./',
        'https://LOCALHOST/',
        'https://api.localhost/',
        'https://printer.local/',
        'https://printer.local./',
        'https://db.internal/',
        'https://metadata.google.internal/',
        'https://METADATA.google.INTERNAL/computeMetadata/v1/',
        'https://router.home.arpa/',
        'https://1.0.0.127.in-addr.arpa/',
        'https://nas.lan/',
        'https://wiki.corp/',
        'https://localhost.localdomain/',
      ],
      String,
      (url) => expect(reasonOf(url)).toMatch(/private name|full host name/),
    ));
});

describe('A destination with a private address in any spelling', () => {
  test('is refused with the reason', () =>
    expectEveryRow(
      [
        'https://127.0.0.1/',
        'https://2130706433/',
        'https://0x7f.1/',
        'https://0x7f000001/',
        'https://127.1/',
        'https://127.0.1/',
        'https://0177.0.0.1/',
        'https://017700000001/',
        'https://127.0.0.1./',
        'https://①②⑦.⓪.⓪.①/',
        'https://１２７.０.０.１/',
        'https://127。0。0。1/',
        'https://%31%32%37.0.0.1/',
        'https:\\\\127.0.0.1\\',
        'https:127.0.0.1',
        'https:///127.0.0.1/',
        'https://[::1]/',
        'https://[::]/',
        'https://[::ffff:127.0.0.1]/',
        'https://[::ffff:7f00:1]/',
        'https://[0:0:0:0:0:ffff:7f00:0001]/',
        'https://[::127.0.0.1]/',
        'https://[64:ff9b::7f00:1]/',
        'https://[64:ff9b:1::7f00:1]/',
        'https://[2002:7f00:1::]/',
        'https://[2001:0:7f00:1::]/',
        'https://[fd00:ec2::254]/',
        'https://[fe80::1]/',
        'https://169.254.169.254/latest/meta-data/',
        'https://0xa9fea9fe/',
        'https://2852039166/',
        'https://0251.0376.0251.0376/',
        'https://10.1/',
        'https://192.168.257/',
        'https://0/',
        'https://0.0.0.0/',
        'https://100.100.100.200/',
        'https://255.255.255.255/',
      ],
      String,
      (url) => expect(reasonOf(url)).toMatch(/^must be a public address: \S+ is private$/),
    ));

  test('is refused behind a user name or a fragment', () =>
    expectEveryRow(
      ['https://a@127.0.0.1#@example.com/', 'https://example.com@127.0.0.1/', 'https://1.1.1.1@127.0.0.1:443/'],
      String,
      (url) => expect(reasonOf(url)).toMatch(/user name|fragment/),
    ));
});

describe('An allow-listed address', () => {
  const loopback = createAddressPolicy(['127.0.0.0/8', '::1/128']);

  test('is accepted over http and on any port', () =>
    expectEveryRow(
      ['http://127.0.0.1:8080/hook', 'https://127.0.0.1:8443/', 'http://[::1]:9000/', 'http://2130706433/'],
      String,
      (url) => expect(reasonOf(url, loopback)).toBe('accepted'),
    ));
  test('allows no other destination', () =>
    expectEveryRow(
      [
        ['http://user@127.0.0.1/', 'must not contain a user name or a password'],
        ['ftp://127.0.0.1/', 'must begin with https://'],
        ['http://10.0.0.1/', 'must begin with https://'],
        ['https://10.0.0.1/', 'must be a public address: 10.0.0.1 is private'],
        ['http://localhost:8080/', 'must begin with https://'],
        ['http://example.com/', 'must begin with https://'],
      ],
      JSON.stringify,
      ([url, reason]) => expect(reasonOf(url, loopback)).toBe(reason),
    ));
});
