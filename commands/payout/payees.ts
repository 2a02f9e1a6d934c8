import { parseBrCode } from '../../aggregates/codes/br-code';
import type { PixKey } from '../../aggregates/codes/pix-key';
import type { Payee, PayoutMethod } from '../ports/payout-provider';

/**
 * True when the payee that a provider tells is provably another than the one of the order: something that is told
 * differs, and nothing that is told could be the same. Names prove nothing, since each bank spells them its own way.
 */
export const isAnotherPayee = (told: Payee | undefined, method: PayoutMethod | null): boolean => {
  const key = method === null ? null : keyOf(method);
  if (told === undefined || key === null) return false;
  const found = [compare(told.key, key.key), compare(told.taxIdMasked, taxIdOf(key))];
  return found.includes('DIFFERS') && !found.includes('MAY_BE');
};

const keyOf = (method: PayoutMethod): PixKey | null => {
  switch (method.kind) {
    case 'PIX_KEY':
      return { kind: method.keyType, key: method.key };
    case 'PIX_BRCODE': {
      const read = parseBrCode(method.brCode);
      return read.ok ? read.code.key : null;
    }
    case 'BOLETO':
    case 'GIFT_CARD':
      return null;
  }
};

const taxIdOf = ({ kind, key }: PixKey): string | null => (kind === 'CPF' || kind === 'CNPJ' ? key : null);

type Comparison = 'DIFFERS' | 'MAY_BE' | 'UNSAID';

/** Longer is no key and no tax id: nothing is told. */
const MAXIMUM_TOLD = 200;

const compare = (told: string | undefined, ours: string | null): Comparison => {
  if (told === undefined || ours === null || told.length > MAXIMUM_TOLD) return 'UNSAID';
  const [mask, text] = [maskOf(told), plain(ours)];
  if (!/[a-z0-9]/.test(mask)) return 'UNSAID';
  return matches(mask, text) ? 'MAY_BE' : 'DIFFERS';
};

/** Punctuation and case are each bank's own. */
const plain = (text: string): string => text.toLowerCase().replace(/[\s().,/_+-]/g, '');

/** What is not told is `*`, or any other sign, or an `x` where no e-mail address is meant. */
const maskOf = (told: string): string => {
  const text = plain(told).replace(/[^a-z0-9@*]/g, '*');
  return text.includes('@') ? text : text.replaceAll('x', '*');
};

/** A run of `*` stands for anything. Numbers are compared from their ends: country codes and zeros may be missing in front. */
const matches = (mask: string, text: string): boolean => {
  if (!/^[0-9*]*$/.test(mask) || !/^[0-9]*$/.test(text)) return fits(mask.split(/\*+/), text);
  return mask.endsWith(text) || fits(['', ...mask.split(/\*+/)], text);
};

/** True when the text begins with the first part, ends with the last, and has the others between, in their order. */
const fits = (parts: readonly string[], text: string): boolean => {
  const [first = '', ...others] = parts;
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let rest = text.slice(first.length, text.length - last.length);
  for (const part of others) {
    const at = rest.indexOf(part);
    if (at < 0) return false;
    rest = rest.slice(at + part.length);
  }
  return true;
};
