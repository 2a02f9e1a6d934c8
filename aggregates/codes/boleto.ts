import type { BoletoRefusal } from './boleto-refusal';
import { compactDigits, mod10, mod11OfBank } from './check-digits';
import { type CollectionBoleto, readCollectionBoleto } from './collection-boleto';

const DAY_MS = 86_400_000;
/** Day 0 of the factors, which restarted at 1000 after 9999. */
const FIRST_CYCLE_MS = Date.UTC(1997, 9, 7);
const CYCLE_DAYS = 9_000;
const SMALLEST_FACTOR = 1_000;
/** No published rule separates the two cycles; at most one date fits this window. */
const OLDEST_DAYS = -3_000;
const NEWEST_DAYS = 5_500;

const daysAway = (factor: number, todayMs: number, cycle: 0 | 1): number =>
  (FIRST_CYCLE_MS - todayMs) / DAY_MS + factor + cycle * CYCLE_DAYS;

const fits = (days: number): boolean => days >= OLDEST_DAYS && days <= NEWEST_DAYS;

/** `yyyy-mm-dd`; null for factors below 1000. `today` is ISO 8601; outside the window the nearer date is taken. */
export const dueDateOf = (factor: number, today: string): string | null => {
  if (factor < SMALLEST_FACTOR) return null;
  const todayMs = Date.parse(today.slice(0, 10));
  const [first, second] = [daysAway(factor, todayMs, 0), daysAway(factor, todayMs, 1)];
  const isFirst = fits(first) || (!fits(second) && Math.abs(first) < Math.abs(second));
  return new Date(todayMs + (isFirst ? first : second) * DAY_MS).toISOString().slice(0, 10);
};

/** A bank's slip (cobranca) by its barcode; the registry's date and amount override these. */
export interface BankBoleto {
  readonly kind: 'BANK';
  /** 44 digits. */
  readonly barcode: string;
  /** 47 digits. */
  readonly line: string;
  /** Three digits. */
  readonly bank: string;
  /** Day in the cycle of due dates; below 1000: no due date. */
  readonly factor: number;
  /** `yyyy-mm-dd`. */
  readonly dueDate: string | null;
  readonly amountCents: bigint | null;
  readonly freeField: string;
}

export type Boleto = BankBoleto | CollectionBoleto;

export type BoletoResult =
  | { readonly ok: true; readonly boleto: Boleto }
  | { readonly ok: false; readonly reason: BoletoRefusal };

export const BOLETO_MAX_LENGTH = 80;

const BARCODE_LENGTH = 44;
const LINE_LENGTH = 47;
const NO_BANK = '000';
const REAL = '9';

const FIELDS = [
  { from: 0, to: 9, refusal: 'FIELD_DV_1' },
  { from: 10, to: 20, refusal: 'FIELD_DV_2' },
  { from: 21, to: 31, refusal: 'FIELD_DV_3' },
] as const;

const wrongField = (line: string): BoletoRefusal | null =>
  FIELDS.find(({ from, to }) => mod10(line.slice(from, to)) !== line.charAt(to))?.refusal ?? null;

const barcodeOfLine = (line: string): string =>
  line.slice(0, 4) + line.slice(32) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);

const withCheck = (field: string): string => field + mod10(field);

const lineOfBarcode = (barcode: string): string =>
  withCheck(barcode.slice(0, 4) + barcode.slice(19, 24)) +
  withCheck(barcode.slice(24, 34)) +
  withCheck(barcode.slice(34)) +
  barcode.slice(4, 19);

const readBankBoleto = (digits: string, today: string): BankBoleto | BoletoRefusal => {
  const isLine = digits.length === LINE_LENGTH;
  if (!isLine && digits.length !== BARCODE_LENGTH) return 'LENGTH';
  const wrong = isLine ? wrongField(digits) : null;
  if (wrong !== null) return wrong;
  const barcode = isLine ? barcodeOfLine(digits) : digits;
  if (mod11OfBank(barcode.slice(0, 4) + barcode.slice(5)) !== barcode.charAt(4)) return 'GENERAL_DV';
  if (barcode.startsWith(NO_BANK)) return 'BANK';
  if (barcode.charAt(3) !== REAL) return 'CURRENCY';
  const factor = Number.parseInt(barcode.slice(5, 9), 10);
  const amountCents = BigInt(barcode.slice(9, 19));
  return {
    kind: 'BANK',
    barcode,
    line: lineOfBarcode(barcode),
    bank: barcode.slice(0, 3),
    factor,
    dueDate: dueDateOf(factor, today),
    amountCents: amountCents === 0n ? null : amountCents,
    freeField: barcode.slice(19),
  };
};

/** Either kind, line or barcode; `today` (ISO 8601) dates the factor. Never throws. */
export const parseBoleto = (text: string, today: string): BoletoResult => {
  if (text.length > BOLETO_MAX_LENGTH) return { ok: false, reason: 'TOO_LONG' };
  const digits = compactDigits(text);
  if (digits === null) return { ok: false, reason: 'NOT_DIGITS' };
  const read = digits.startsWith('8') ? readCollectionBoleto(digits) : readBankBoleto(digits, today);
  return typeof read === 'string' ? { ok: false, reason: read } : { ok: true, boleto: read };
};

export const maskBoleto = (boleto: Boleto): string => {
  const payee = boleto.kind === 'BANK' ? boleto.bank : `8${boleto.segment}-${boleto.company}`;
  return `${payee}-*-${boleto.barcode.slice(-4)}`;
};
