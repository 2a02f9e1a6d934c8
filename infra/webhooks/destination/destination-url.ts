import { isIP } from 'node:net';
import type { AddressPolicy } from './address-guard';

export type UrlVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const MAXIMUM_LENGTH = 2048;
const MAXIMUM_NAME_LENGTH = 253;
const VISIBLE = /^[!-~\u0080-\u{10ffff}]+$/u;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Names with a meaning inside a private network only, such as `metadata.google.internal`. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
  'onion',
];

/** Checks at registration. Judges the parsed host: `https://2130706433/` is 127.0.0.1. */
export const checkDestinationUrl = (text: string, policy: AddressPolicy): UrlVerdict => {
  const url = parse(text);
  if (url === null) return refused('is not a valid URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return refused('must begin with https://');
  if (url.username !== '' || url.password !== '') return refused('must not contain a user name or a password');
  if (text.includes('#')) return refused('must not contain a fragment');
  const host = hostOf(url);
  if (isIP(host) !== 0 && policy.isAllowListed(host)) return { ok: true };
  if (url.protocol !== 'https:') return refused('must begin with https://');
  if (url.port !== '') return refused('must use port 443');
  return isIP(host) === 0 ? checkName(host) : checkAddress(host, policy);
};

export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

const refused = (reason: string): UrlVerdict => ({ ok: false, reason });

const parse = (text: string): URL | null => {
  // The parser silently drops blanks and line breaks; a URL with any is a mistake or a trick.
  return text.length <= MAXIMUM_LENGTH && VISIBLE.test(text) && URL.canParse(text) ? new URL(text) : null;
};

const checkAddress = (host: string, policy: AddressPolicy): UrlVerdict =>
  policy.isDialable(host) ? { ok: true } : refused(`must be a public address: ${host} is private`);

const checkName = (host: string): UrlVerdict => {
  const name = host.replace(/\.$/, '');
  const labels = name.split('.');
  if (name.length > MAXIMUM_NAME_LENGTH || !labels.every((label) => LABEL.test(label))) {
    return refused('must have a valid host name');
  }
  if (labels.length < 2) return refused('must have a full host name');
  const isPrivate = PRIVATE_SUFFIXES.includes(labels.at(-1) ?? '');
  return isPrivate ? refused(`must be reachable from the internet: ${name} is a private name`) : { ok: true };
};
