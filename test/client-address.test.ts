import { callerAddresses, canonicalAddress, isAllowed, networkOf } from '../src/client-address';

describe('the address of a caller', () => {
  it('has one spelling', () => {
    expect(canonicalAddress('::ffff:10.1.2.3')).toBe('10.1.2.3');
    expect(canonicalAddress('2001:DB8:0:0::1')).toBe('2001:db8::1');
    expect(canonicalAddress('unknown')).toBe('unknown');
  });

  it('is counted as a whole /64 for IPv6', () => {
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2::1'));
    expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
    expect(networkOf('10.0.0.1')).not.toBe(networkOf('10.0.0.2'));
    expect(networkOf('::ffff:10.0.0.1')).toBe('10.0.0.1');
  });

  it.each([
    ['10.1.2.3', [], true],
    ['10.1.2.3', ['10.1.2.3'], true],
    ['10.1.2.3', ['::ffff:10.1.2.3'], true],
    ['10.1.2.3', ['10.1.0.0/16'], true],
    ['10.2.2.3', ['10.1.0.0/16', '10.2.2.4'], false],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['10.1.2.3', ['2001:db8::/32'], false],
    ['10.1.2.3', ['::ffff:10.1.0.0/112'], true],
    ['10.2.2.3', ['::ffff:10.1.0.0/112'], false],
    ['10.1.2.3', ['::ffff:10.1.2.3/80'], false],
    ['10.1.2.3', ['nonsense', '10.1.2.3/99'], false],
    ['nonsense', ['0.0.0.0/0'], false],
    ['nonsense', ['nonsense'], false],
  ])('%s against %j: %p', (address, allowlist, allowed) => {
    expect(isAllowed(address, allowlist)).toBe(allowed);
  });
});

describe('a caller through proxies', () => {
  const addressOf = callerAddresses(['10.0.0.0/8', '::ffff:127.0.0.0/104', 'fd00::1']);

  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:4711', '203.0.113.7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['[2001:DB8::7]:443', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['[::ffff:203.0.113.7]:1', '203.0.113.7'],
    ['6.6.6.6, 203.0.113.7:4711', '203.0.113.7'],
    ['203.0.113.7, 10.9.9.9', '203.0.113.7'],
    ['203.0.113.7:1, 10.9.9.9:2, [fd00::1]:3', '203.0.113.7'],
    [' 203.0.113.7 ,, ', '203.0.113.7'],
    ['10.9.9.9', '10.9.9.9'],
  ])('X-Forwarded-For %j names %s', (header, address) => {
    for (const peer of ['10.0.0.1', '127.0.0.1', '::ffff:127.0.0.1', 'fd00:0::1']) {
      expect([peer, addressOf(peer, header)]).toEqual([peer, address]);
    }
  });

  it.each([
    'unknown',
    '_hidden',
    '203.0.113.7:',
    '203.0.113.7:999999',
    '203.0.113',
    '0x7f.1',
    '2130706433',
    '2001:db8::7:443:::',
    '[203.0.113.7',
    '"203.0.113.7"',
    'for=203.0.113.7',
    `${'9'.repeat(8_000)}.1.1.1`,
    '',
    ' , ,',
  ])('X-Forwarded-For %j is no address, and counts as the proxy that sent it', (header) => {
    expect(addressOf('10.0.0.1', header)).toBe('10.0.0.1');
    expect(addressOf('10.0.0.1', `203.0.113.7, ${header}, 10.9.9.9`)).toBe(
      header.replaceAll(/[ ,]/g, '') === '' ? '203.0.113.7' : '10.9.9.9',
    );
  });

  it('is the peer when the peer is not a proxy, or no proxy is trusted', () => {
    expect(addressOf('203.0.113.9', '203.0.113.7, 10.0.0.1')).toBe('203.0.113.9');
    expect(callerAddresses([])('::ffff:10.0.0.1', '203.0.113.7')).toBe('10.0.0.1');
    expect(addressOf('10.0.0.1', undefined)).toBe('10.0.0.1');
    expect(addressOf('', '203.0.113.7')).toBe('');
  });

  it('is the same in several headers as in one', () => {
    expect(addressOf('10.0.0.1', ['6.6.6.6', '203.0.113.7, 10.9.9.9'])).toBe('203.0.113.7');
  });
});
