import { type RejectionError, rejection } from '../../../../aggregates/rejection';

const MAXIMUM_DEPTH = 32;
const MAXIMUM_KEYS = 1_000;
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Tokens of a text that `JSON.parse` accepts; the rest is blanks, commas and words. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[{}[\]:]/g;
const LONE_SURROGATE = /\p{Surrogate}/u;
/** A longer exponent is refused. */
const DECIMAL = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,4}))?$/;

const refuse = (reason: string): RejectionError =>
  rejection('VALIDATION_ERROR', `The body is not valid: ${reason}`, {});

/** Refuses what two parsers could read differently; numbers keep their exact decimal. */
export const parseStrictJson = (bytes: Buffer): unknown => {
  const text = decode(bytes);
  const value = parse(text);
  inspect(text);
  return value;
};

const decode = (bytes: Buffer): string => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw refuse('it is not UTF-8');
  }
  if (text.startsWith('\ufeff')) throw refuse('it begins with a byte order mark');
  return text;
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refuse('it is not JSON');
  }
};

/** Keys of an open container; null for an array. */
type Open = Set<string> | null;

const inspect = (text: string): void => {
  const open: Open[] = [];
  let keys = 0;
  let previous = '';
  for (const [token] of text.matchAll(TOKEN)) {
    const first = token.charAt(0);
    if (first === '{' || first === '[') {
      open.push(first === '{' ? new Set() : null);
      if (open.length > MAXIMUM_DEPTH) throw refuse(`it is nested deeper than ${MAXIMUM_DEPTH} levels`);
    } else if (first === '}' || first === ']') open.pop();
    else if (first === ':') {
      keys += 1;
      if (keys > MAXIMUM_KEYS) throw refuse(`it has more than ${MAXIMUM_KEYS} keys`);
      checkKey(JSON.parse(previous) as string, open.at(-1) ?? null);
    } else if (first === '"') checkString(token);
    else checkNumber(token);
    previous = token;
  }
};

const checkKey = (key: string, siblings: Open): void => {
  if (FORBIDDEN_KEYS.has(key)) throw refuse('it has a key that is not allowed');
  if (siblings?.has(key) === true) throw refuse('a key appears twice');
  siblings?.add(key);
};

const checkString = (token: string): void => {
  if (!token.includes('\\u')) return;
  const text = JSON.parse(token) as string;
  if (LONE_SURROGATE.test(text)) throw refuse('a string has half of a surrogate pair');
  // PostgreSQL cannot store NUL: an event with it could be written but never projected.
  if (text.includes('\0')) throw refuse('a string has a NUL');
};

const checkNumber = (token: string): void => {
  const kept = `${+token}`;
  // Fast path for nearly every number.
  if (kept === token) return;
  const written = normalised(token);
  if (written === null || written !== normalised(kept)) throw refuse('a number is too large or too precise');
};

/** Significant digits and exponent of a number's text; null for another text, or an infinite number. */
const normalised = (text: string): string | null => {
  const match = DECIMAL.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const digits = `${whole}${fraction}`;
  const start = skipZeros(digits, 0, 1);
  const end = skipZeros(digits, digits.length - 1, -1) + 1;
  if (start >= end) return '0';
  return `${digits.slice(start, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
};

/** First place that is no zero, from `index` by `step`. A regular expression would take quadratic time. */
const skipZeros = (digits: string, index: number, step: 1 | -1): number => {
  let at = index;
  while (digits.charAt(at) === '0') at += step;
  return at;
};
