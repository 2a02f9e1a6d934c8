import { mod11OfBank } from '../../aggregates/codes/check-digits';

/** The barcode of a bank slip. The ending of its free field chooses the scenario of the sandbox registry. */
export const boletoOf = (amountCents: bigint, ending = '17'): string => {
  const rest = `1637${amountCents.toString().padStart(10, '0')}${'0'.repeat(23)}${ending}`;
  return `0019${mod11OfBank(`0019${rest}`)}${rest}`;
};
