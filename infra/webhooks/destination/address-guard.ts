import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface AddressPolicy {
  /** Inside WEBHOOK_ALLOW_CIDRS: passes every check, also over http and on any port. */
  readonly isAllowListed: (address: string) => boolean;
  /** Allow-listed or public unicast; false for text that is not an address. */
  readonly isDialable: (address: string) => boolean;
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/** IANA's global unicast space; excludes `::127.0.0.1` and the like. */
const GLOBAL_UNICAST_IPV6: Range = ipaddr.parseCIDR('2000::/3');

/** Azure's host services, at a public address. */
const HOST_SERVICES: Range = ipaddr.parseCIDR('168.63.129.16/32');

/** Throws, naming the entry that is neither a CIDR nor an address. */
export const createAddressPolicy = (allowCidrs: readonly string[]): AddressPolicy => {
  const allowed = allowCidrs.map(parseRange);
  const isAllowListed = (address: string) => {
    const parsed = parse(address);
    return parsed !== null && isInAny(parsed, allowed);
  };
  const isDialable = (address: string) => {
    const parsed = parse(address);
    return parsed !== null && (isInAny(parsed, allowed) || isPublicUnicast(parsed));
  };
  return { isAllowListed, isDialable };
};

const parseRange = (text: string): Range => {
  const [address = '', length] = text.trim().split('/');
  const family = isIP(address);
  const range = length === undefined ? `${address}/${family === 4 ? 32 : 128}` : text.trim();
  if (family === 0 || !ipaddr.isValidCIDR(range)) {
    throw new Error(`WEBHOOK_ALLOW_CIDRS: "${text}" is neither a CIDR nor an address`);
  }
  return ipaddr.parseCIDR(range);
};

/** IPv4-mapped IPv6 becomes the IPv4 address that would be dialled. */
const parse = (address: string): Address | null =>
  isIP(address) === 0 || address.includes('%') ? null : ipaddr.process(address);

const isPublicUnicast = (address: Address): boolean =>
  address.range() === 'unicast' &&
  !isIn(address, HOST_SERVICES) &&
  (address.kind() === 'ipv4' || isIn(address, GLOBAL_UNICAST_IPV6));

const isInAny = (address: Address, ranges: readonly Range[]): boolean => ranges.some((range) => isIn(address, range));

const isIn = (address: Address, [network, length]: Range): boolean =>
  address.kind() === network.kind() && address.match(network, length);
