import ipaddr from 'ipaddr.js';

/** An address in its one spelling, IPv4 mapped into IPv6 as IPv4; text that is no address stays as it is. */
export const canonicalAddress = (text: string): string =>
  ipaddr.isValid(text) ? ipaddr.process(text).toString() : text;

/** What a limit counts by: a whole /64 for IPv6, since whoever has one address there has all of them. */
export const networkOf = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`).toString()}/64`;
};

/** Whether the address lies in one of the entries (addresses or CIDRs); an empty list allows everybody. */
export const isAllowed = (address: string, allowlist: readonly string[]): boolean =>
  allowlist.length === 0 || allowlist.some((entry) => lies(address, entry));

const lies = (address: string, entry: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (ipaddr.isValid(entry)) return ipaddr.process(entry).toString() === parsed.toString();
  if (!ipaddr.isValidCIDR(entry)) return false;
  const range = ipaddr.parseCIDR(entry);
  return range[0].kind() === parsed.kind() && parsed.match(range);
};
