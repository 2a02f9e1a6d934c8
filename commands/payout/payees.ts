import { parseBrCode } from '../../aggregates/codes/br-code';
import type { PixKey } from '../../aggregates/codes/pix-key';
import type { KeyVault } from '../ports/key-vault';
import type { Payee, PayoutMethod } from '../ports/providers/payout-provider';

/** True when the reported payee is provably another: some part differs and none may match. Names prove nothing. */
export const isAnotherPayee = (told: Payee | undefined, method: PayoutMethod | null): boolean => {
  const key = method === null ? null : keyOf(method);
  if (told === undefined || key === null) return false;
  const found = [compare(told.key, key.key), compare(told.taxIdMasked, taxIdOf(key))];
  return found.includes('DIFFERS') && !found.includes('MAY_BE');
};

/** Null: the method names no key, as a boleto or a code of a charge. */
export const payeeKeyOf = (method: PayoutMethod): string | null => keyOf(method)?.key ?? null;

/** Equal for every partner and mode, because a payee is one person. */
export const payeeDigest = (vault: Pick<KeyVault, 'digest'>, key: string): Promise<string> =>
  vault.digest({ partnerId: '', mode: 'live', kind: 'PIX_KEY', value: key });

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

const MAXIMUM_TOLD = 200;

const compare = (told: string | undefined, ours: string | null): Comparison => {
  if (told === undefined || ours === null || told.length > MAXIMUM_TOLD) return 'UNSAID';
  const [mask, text] = [maskOf(told), plain(ours)];
  if (!/[a-z0-9]/.test(mask)) return 'UNSAID';
  return matches(mask, text) ? 'MAY_BE' : 'DIFFERS';
};

const plain = (text: string): string => text.toLowerCase().replace(/[\s().,/_+-]/g, '');

/** Hidden characters become `*`: any other sign, and `x` outside an e-mail address. */
const maskOf = (told: string): string => {
  const text = plain(told).replace(/[^a-z0-9@*]/g, '*');
  return text.includes('@') ? text : text.replaceAll('x', '*');
};

/** `*` matches any run. Numbers compare from their ends: country codes and leading zeros may be missing. */
const matches = (mask: string, text: string): boolean => {
  if (!/^[0-9*]*$/.test(mask) || !/^[0-9]*$/.test(text)) return fits(mask.split(/\*+/), text);
  return mask.endsWith(text) || fits(['', ...mask.split(/\*+/)], text);
};

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
