/** Fields of a signed request; no field's alphabet has a line break. */
export interface HmacHeader {
  readonly partnerId: string;
  /** Seconds since 1970. */
  readonly timestamp: string;
  readonly nonce: string;
  /** 64 characters of lower-case hex. */
  readonly signature: string;
}

const SCHEME = 'HMAC-SHA256 ';
const MAXIMUM_LENGTH = 512;

const GRAMMAR: { readonly [Name in keyof HmacHeader]: RegExp } = {
  partnerId: /^[A-Za-z0-9_-]{1,64}$/,
  timestamp: /^(?:0|[1-9]\d{0,11})$/,
  nonce: /^[A-Za-z0-9_-]{16,64}$/,
  signature: /^[0-9a-f]{64}$/,
};
const FIELDS = Object.keys(GRAMMAR).length;

/** True also for a malformed signature. */
export const isSigned = (authorization: string): boolean => authorization.startsWith(SCHEME);

/** `HMAC-SHA256 partnerId=..,timestamp=..,nonce=..,signature=..`, each field once, in any order. Null otherwise. */
export const parseHmacHeader = (authorization: string): HmacHeader | null => {
  if (!isSigned(authorization) || authorization.length > MAXIMUM_LENGTH) return null;
  const fields = new Map<string, string>();
  for (const part of authorization.slice(SCHEME.length).split(',')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(equals, 0));
    const value = part.slice(equals + 1);
    if (!isField(name) || fields.has(name) || !GRAMMAR[name].test(value)) return null;
    fields.set(name, value);
  }
  return fields.size === FIELDS ? (Object.fromEntries(fields) as unknown as HmacHeader) : null;
};

const isField = (name: string): name is keyof HmacHeader => Object.hasOwn(GRAMMAR, name);
