import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

const MAPPED = '::ffff:';

/** Canonical spelling of an address, IPv4-mapped IPv6 as IPv4; other text is returned unchanged. */
export const canonicalAddress = (text: string): string => {
  const bare = text.startsWith(MAPPED) ? text.slice(MAPPED.length) : text;
  // Fast path for nearly every caller.
  if (isIPv4(bare)) return bare;
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : text;
};

/** Key of a rate limit: the /64 for IPv6, because the owner of one address there has all of them. */
export const networkOf = (address: string): string => {
  const canonical = canonicalAddress(address);
  if (isIPv4(canonical) || !ipaddr.isValid(canonical)) return canonical;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${canonical}/64`).toString()}/64`;
};

const BRACKETED = /^\[([^\]]+)\](?::\d{1,5})?$/;
const IPV4_AND_PORT = /^([^:]+):\d{1,5}$/;

/** Address of an X-Forwarded-For entry, without a port; null without an address. */
const addressIn = (entry: string): string | null => {
  const bare = BRACKETED.exec(entry)?.[1] ?? IPV4_AND_PORT.exec(entry)?.[1] ?? entry;
  return isIP(bare) === 0 ? null : canonicalAddress(bare);
};

/** Header entries, nearest proxy first. */
const entriesOf = (header: string | readonly string[]): readonly string[] =>
  [header]
    .flat()
    .join()
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
    .reverse();

/** The peer or, for a trusted proxy, the address it names. A proxy that names no valid address is the caller. */
export const callerAddresses = (proxies: readonly string[]) => {
  const ranges = rangesOf(proxies);
  const isProxy = isWithin(ranges);
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

/** True when a socket's peer is a trusted proxy itself; an empty list trusts no peer. */
export const trustedPeers = (proxies: readonly string[]): ((peer: string) => boolean) => {
  const isProxy = isWithin(rangesOf(proxies));
  return (peer) => isProxy(canonicalAddress(peer));
};

const rangesOf = (entries: readonly string[]): readonly Range[] => entries.filter(isNetwork).map(rangeOf);

const isWithin =
  (ranges: readonly Range[]) =>
  (address: string): boolean =>
    ranges.some((range) => isIn(address, range));

/** Entries are addresses or CIDRs; an empty list allows everybody. */
export const isAllowed = (address: string, allowlist: readonly string[]): boolean =>
  allowlist.length === 0 || allowlist.some((entry) => lies(address, entry));

export const isNetwork = (text: string): boolean => {
  const [address = '', ...prefix] = text.split('/');
  return isIP(address) !== 0 && (prefix.length === 0 || ipaddr.isValidCIDR(text));
};

const lies = (address: string, entry: string): boolean => isNetwork(entry) && isIn(address, rangeOf(entry));

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Prefix bits before the IPv4 address in an IPv4-mapped IPv6 address. */
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
