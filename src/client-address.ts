import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const MAPPED = '::ffff:';

/** An address in its one spelling, IPv4 mapped into IPv6 as IPv4; text that is no address stays as it is. */
export const canonicalAddress = (text: string): string => {
  const bare = text.startsWith(MAPPED) ? text.slice(MAPPED.length) : text;
  // Nearly every caller, at a fraction of the cost.
  if (isIPv4(bare)) return bare;
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : text;
};

/** What a limit counts by: a whole /64 for IPv6, since whoever has one address there has all of them. */
export const networkOf = (address: string): string => {
  const canonical = canonicalAddress(address);
  if (isIPv4(canonical) || !ipaddr.isValid(canonical)) return canonical;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${canonical}/64`).toString()}/64`;
};

const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
const IPV4_AND_PORT = /^([^:]+):\d{1,5}$/;

/** What a proxy names, without the port that some of them add; null when it is no address. */
const addressIn = (entry: string): string | null => {
  const bare = BRACKETED.exec(entry)?.[1] ?? IPV4_AND_PORT.exec(entry)?.[1] ?? entry;
  return isIP(bare) === 0 ? null : canonicalAddress(bare);
};

/** The entries of the header or headers, the nearest proxy's first. */
const entriesOf = (header: string | readonly string[]): readonly string[] =>
  [header]
    .flat()
    .join()
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .reverse();

/**
 * Who calls: the socket's peer or, where that is a trusted proxy (an address or a CIDR), whom it names in
 * X-Forwarded-For. What it names and is no address counts as the proxy itself.
 */
export const callerAddresses = (proxies: readonly string[]) => {
  const ranges = proxies.filter(isNetwork).map(rangeOf);
  const isProxy = (address: string): boolean => ranges.some((range) => isIn(address, range));
  return (peer: string, forwardedFor: string | readonly string[] | undefined): string => {
    let address = canonicalAddress(peer);
    if (ranges.length === 0 || forwardedFor === undefined) return address;
    for (const entry of entriesOf(forwardedFor)) {
      const named = isProxy(address) ? addressIn(entry) : null;
      if (named === null) break;
      address = named;
    }
    return address;
  };
};

/** Whether the address lies in one of the entries (addresses or CIDRs); an empty list allows everybody. */
export const isAllowed = (address: string, allowlist: readonly string[]): boolean =>
  allowlist.length === 0 || allowlist.some((entry) => lies(address, entry));

/** Whether the text can stand in an allowlist: an address or a CIDR, written out whole. */
export const isNetwork = (text: string): boolean => {
  const [address = '', ...prefix] = text.split('/');
  return isIP(address) !== 0 && (prefix.length === 0 || ipaddr.isValidCIDR(text));
};

const lies = (address: string, entry: string): boolean => isNetwork(entry) && isIn(address, rangeOf(entry));

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** How many bits of an address of IPv6 come before the address of IPv4 that is mapped into it. */
const MAPPED_BITS = 96;

const rangeOf = (entry: string): Range => {
  const [range, bits] = ipaddr.parseCIDR(entry.includes('/') ? entry : `${entry}/${isIPv4(entry) ? 32 : 128}`);
  const isMapped = range instanceof ipaddr.IPv6 && range.isIPv4MappedAddress() && bits >= MAPPED_BITS;
  return isMapped ? [range.toIPv4Address(), bits - MAPPED_BITS] : [range, bits];
};

const isIn = (address: string, [network, bits]: Range): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.kind() === network.kind() && parsed.match(network, bits);
};
