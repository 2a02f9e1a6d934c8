import type { BoletoRefusal } from './boleto-refusal';
import { mod10, mod11 } from './check-digits';

/** A slip of a utility or an authority (arrecadacao); it has no due date. */
export interface CollectionBoleto {
  readonly kind: 'COLLECTION';
  /** 44 digits. */
  readonly barcode: string;
  /** 48 digits. */
  readonly line: string;
  /** A digit: 1 city halls, 2 water, 3 energy and gas, 4 telephones, 5 authorities, 6 others, 7 traffic fines. */
  readonly segment: string;
  /** Four digits. */
  readonly company: string;
  readonly dueDate: null;
  /** Null when the code states a reference value instead of an amount. */
  readonly amountCents: bigint | null;
}

const BARCODE_LENGTH = 44;
const BLOCK_LENGTH = 11;
const BLOCKS = [0, 1, 2, 3] as const;
const BLOCK_REFUSALS = ['FIELD_DV_1', 'FIELD_DV_2', 'FIELD_DV_3', 'FIELD_DV_4'] as const;

type CheckDigit = (digits: string) => string;

/** Digit 3: 6 and 7 check by mod 10, 8 and 9 by mod 11; 6 and 8 state an amount, 7 and 9 a reference. */
const RULES: Readonly<Record<string, { readonly check: CheckDigit; readonly statesAmount: boolean }>> = {
  '6': { check: mod10, statesAmount: true },
  '7': { check: mod10, statesAmount: false },
  '8': { check: mod11, statesAmount: true },
  '9': { check: mod11, statesAmount: false },
};

const barcodeOfLine = (line: string, check: CheckDigit): { readonly barcode: string } | BoletoRefusal => {
  let barcode = '';
  for (const block of BLOCKS) {
    const start = block * (BLOCK_LENGTH + 1);
    const digits = line.slice(start, start + BLOCK_LENGTH);
    if (check(digits) !== line.charAt(start + BLOCK_LENGTH)) return BLOCK_REFUSALS[block];
    barcode += digits;
  }
  return { barcode };
};

const lineOfBarcode = (barcode: string, check: CheckDigit): string =>
  BLOCKS.map((block) => barcode.slice(block * BLOCK_LENGTH, (block + 1) * BLOCK_LENGTH))
    .map((digits) => digits + check(digits))
    .join('');

/** The caller has bounded the text, removed separators and seen the leading 8. */
export const readCollectionBoleto = (digits: string): CollectionBoleto | BoletoRefusal => {
  const rule = RULES[digits.charAt(2)];
  const isLine = digits.length === BARCODE_LENGTH + BLOCKS.length;
  if (!isLine && digits.length !== BARCODE_LENGTH) return 'LENGTH';
  if (rule === undefined) return 'VALUE_ID';
  const read = isLine ? barcodeOfLine(digits, rule.check) : { barcode: digits };
  if (typeof read === 'string') return read;
  const { barcode } = read;
  if (rule.check(barcode.slice(0, 3) + barcode.slice(4)) !== barcode.charAt(3)) return 'GENERAL_DV';
  const value = BigInt(barcode.slice(4, 15));
  return {
    kind: 'COLLECTION',
    barcode,
    line: lineOfBarcode(barcode, rule.check),
    segment: barcode.charAt(1),
    company: barcode.slice(15, 19),
    dueDate: null,
    amountCents: rule.statesAmount && value > 0n ? value : null,
  };
};
