import { canonicalAddress, isAllowed, networkOf } from '../src/client-address';

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
    ['10.1.2.3', ['nonsense', '10.1.2.3/99'], false],
    ['nonsense', ['0.0.0.0/0'], false],
    ['nonsense', ['nonsense'], false],
  ])('%s against %j: %p', (address, allowlist, allowed) => {
    expect(isAllowed(address, allowlist)).toBe(allowed);
  });
});
