/** No provider nests deeper; the parser's time grows out of proportion with depth (a mebibyte of brackets: a second). */
const MOST_LEVELS = 64;

/** Null for a body that is no JSON object, or has more than 64 levels. */
export const jsonObjectIn = (body: Uint8Array): Readonly<Record<string, unknown>> | null => {
  if (isTooDeep(body)) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : null;
  } catch {
    return null;
  }
};

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Counts like a parser until the first fault, where a parser stops. */
const isTooDeep = (body: Uint8Array): boolean => {
  let [levels, isInString] = [0, false];
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]!;
    if (isInString && byte === BACKSLASH) at += 1;
    else if (byte === QUOTE) isInString = !isInString;
    else if (!isInString && OPENING.has(byte)) levels += 1;
    else if (!isInString && CLOSING.has(byte)) levels -= 1;
    if (levels > MOST_LEVELS) return true;
  }
  return false;
};

/** An own field that is text; empty otherwise. */
export const textIn = (object: Readonly<Record<string, unknown>>, field: string): string => {
  const value = Object.hasOwn(object, field) ? object[field] : undefined;
  return typeof value === 'string' ? value : '';
};
