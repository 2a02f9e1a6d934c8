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

/** Whether the address lies in one of the entries (addresses or CIDRs); an empty list allows everybody. */
export const isAllowed = (address: string, allowlist: readonly string[]): boolean =>
  allowlist.length === 0 || allowlist.some((entry) => lies(address, entry));

/** Whether the text can stand in an allowlist: an address or a CIDR, written out whole. */
export const isNetwork = (text: string): boolean => {
  const [address = '', ...prefix] = text.split('/');
  return isIP(address) !== 0 && (prefix.length === 0 || ipaddr.isValidCIDR(text));
};

const lies = (address: string, entry: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (ipaddr.isValid(entry)) return ipaddr.process(entry).toString() === parsed.toString();
  if (!ipaddr.isValidCIDR(entry)) return false;
  const range = ipaddr.parseCIDR(entry);
  return range[0].kind() === parsed.kind() && parsed.match(range);
};
