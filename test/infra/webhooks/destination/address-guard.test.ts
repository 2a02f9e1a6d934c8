import { createAddressPolicy } from '../../../../infra/webhooks/destination/address-guard';
import { expectEveryRow } from '../../../every-row';

const publicOnly = createAddressPolicy([]);

describe('An address that must never receive a connection', () => {
  test('is refused', () =>
    expectEveryRow(
      [
        '0.0.0.0',
        '0.1.2.3',
        '10.0.0.1',
        '10.255.255.255',
        '100.64.0.1',
        '100.100.100.200',
        '127.0.0.1',
        '127.255.255.254',
        '168.63.129.16',
        '169.254.169.254',
        '172.16.0.1',
        '172.31.255.255',
        '192.0.0.192',
        '192.0.2.1',
        '192.88.99.1',
        '192.168.1.1',
        '198.18.0.1',
        '198.19.255.255',
        '198.51.100.1',
        '203.0.113.1',
        '224.0.0.1',
        '239.255.255.255',
        '240.0.0.1',
        '255.255.255.255',
        '::',
        '::1',
        '::7f00:1',
        '::ffff:127.0.0.1',
        '::ffff:7f00:1',
        '::ffff:10.0.0.1',
        '::ffff:169.254.169.254',
        '0:0:0:0:0:ffff:a9fe:a9fe',
        '::ffff:0:127.0.0.1',
        '64:ff9b::7f00:1',
        '64:ff9b::8.8.8.8',
        '64:ff9b:1::1',
        '100::1',
        '2001::1',
        '2001:0:4136:e378:8000:63bf:3fff:fdd2',
        '2001:2::1',
        '2001:10::1',
        '2001:20::1',
        '2001:db8::1',
        '2002:7f00:1::',
        '2002:808:808::1',
        '3fff::1',
        '3fff:fff:ffff::1',
        '5f00::1',
        '4000::1',
        'fc00::1',
        'fd00:ec2::254',
        'fe80::1',
        'fe80::1%eth0',
        '2606:4700::1%eth0',
        'fec0::1',
        'ff02::1',
        'ff0e::1',
        '127.1',
        '0x7f000001',
        '2130706433',
        'localhost',
        '',
      ],
      JSON.stringify,
      (address) => {
        expect(publicOnly.isDialable(address)).toBe(false);
      },
    ));
});

describe('A public unicast address', () => {
  test('is allowed for IPv4', () =>
    expectEveryRow(
      ['1.1.1.1', '8.8.8.8', '100.63.255.255', '172.32.0.1', '198.20.0.1', '223.255.255.254', '::ffff:8.8.8.8'],
      String,
      (address) => expect(publicOnly.isDialable(address)).toBe(true),
    ));
  test('is allowed for IPv6', () =>
    expectEveryRow(
      ['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001::1', '2003::1', '3ffe::1'],
      String,
      (address) => expect(publicOnly.isDialable(address)).toBe(true),
    ));
});

describe('The allow list', () => {
  const policy = createAddressPolicy(['127.0.0.0/8', ' fd00::/8 ', '10.1.2.3']);

  test('allows its addresses', () =>
    expectEveryRow(['127.0.0.1', '127.9.9.9', '::ffff:127.0.0.1', 'fd12::1', '10.1.2.3'], String, (address) => {
      expect([policy.isAllowListed(address), policy.isDialable(address)]).toEqual([true, true]);
    }));
  test('allows no other address', () =>
    expectEveryRow(['128.0.0.1', '10.1.2.4', '::1', 'fc00::1'], String, (address) => {
      expect(policy.isAllowListed(address)).toBe(false);
    }));
  test('refuses an entry that is no address, and names it', () =>
    expectEveryRow(
      ['', 'localhost', '10.0.0.0/33', '10.1/8', '::/129', '10.0.0.0/8/8', '10.0.0.0/-1'],
      JSON.stringify,
      (entry) => expect(() => createAddressPolicy([entry])).toThrow(`"${entry}" is neither a CIDR nor an address`),
    ));
});
