import { createHash, timingSafeEqual } from 'node:crypto';
import type { RawCallback } from '../../../commands/ports/providers/callback-source';

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares in a time that reveals neither the first difference nor the expected length. */
export const isEqual = (given: string, expected: string): boolean =>
  timingSafeEqual(digestOf(given), digestOf(expected));

/** Compares every candidate, so that the duration does not reveal the equal one. */
export const isOneOf = (given: string, expected: readonly string[]): boolean =>
  expected.reduce((found, candidate) => isEqual(given, candidate) || found, false);

/** Empty when the header is missing or appears several times. */
export const headerOf = ({ headers }: RawCallback, name: string): string => {
  const value = headers[name.toLowerCase()];
  return typeof value === 'string' ? value : '';
};
