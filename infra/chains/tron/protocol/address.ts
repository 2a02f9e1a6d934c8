import { decodeBase58Check, encodeBase58Check } from '../../encodings/base58';

const VERSION = '41';
const ADDRESS_BYTES = 21;
const ACCOUNT = /^[0-9a-f]{40}$/;

/** 21 bytes as lower-case hex, which begins with 41; null when the text is no address in base58. */
export const hexAddress = (text: string): string | null => {
  const hex = decodeBase58Check(text)?.toString('hex') ?? '';
  return hex.length === ADDRESS_BYTES * 2 && hex.startsWith(VERSION) ? hex : null;
};

/** In base58, from the last 20 bytes of an address as hex. Throws on other text. */
export const base58Address = (account: string): string => {
  if (!ACCOUNT.test(account)) throw new Error('An account is 20 bytes in lower-case hex');
  return encodeBase58Check(Buffer.from(`${VERSION}${account}`, 'hex'));
};

/** In base58, from 21 bytes as hex. Throws on other text. */
export const base58Whole = (address: string): string => {
  if (!address.startsWith(VERSION)) throw new Error(`An address begins with ${VERSION}`);
  return base58Address(address.slice(VERSION.length));
};
