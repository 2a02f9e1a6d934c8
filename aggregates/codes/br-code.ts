import { crc16 } from './crc16';
import { type PixKey, pixKeyOfCode } from './pix-key';
import { isPrintableAscii } from './printable-ascii';
import { parseTlv, type TlvFields } from './tlv';

export interface BrCode {
  readonly kind: 'STATIC' | 'DYNAMIC';
  readonly key: PixKey | null;
  /** Host and path without a scheme. Only the provider reads the content. */
  readonly location: string | null;
  /** Beside a key only; paying the key accepts no recurrence. */
  readonly recurrenceLocation: string | null;
  /** Null when the payer chooses the amount. */
  readonly amountCents: bigint | null;
  readonly payeeName: string;
  readonly payeeCity: string;
  readonly postalCode: string | null;
  /** Null when the code has none. In a dynamic code this is not the id of the charge. */
  readonly txid: string | null;
  readonly description: string | null;
}

export type BrCodeRefusal =
  | 'TOO_LONG'
  | 'NOT_ASCII'
  | 'MALFORMED'
  | 'CRC_MISMATCH'
  | 'NOT_PIX'
  /** Well formed, but a recurrence alone, a cash withdrawal, or a charge whose payer accepts monthly debits. */
  | 'NOT_PAYABLE'
  | 'CURRENCY'
  | 'COUNTRY'
  | 'AMOUNT'
  | 'KEY'
  | 'TXID';

export type BrCodeResult =
  | { readonly ok: true; readonly code: BrCode }
  | { readonly ok: false; readonly reason: BrCodeRefusal };

/** EMV's limit for a QR code. */
export const BR_CODE_MAX_LENGTH = 512;

const CHECKSUM = /6304[0-9A-Fa-f]{4}$/;
/** EMV 4.7.4: the point and the decimals may be left out. */
const AMOUNT = /^(\d{1,10})(?:\.(\d{0,2}))?$/;
const STATIC_TXID = /^[A-Za-z0-9]{1,25}$/;
const LOCATION = /^[A-Za-z0-9.-]{1,75}(?::\d{1,5})?\/[!-~]{1,75}$/;
const LOCATION_MAX_LENGTH = 77;
const GUI = 'br.gov.bcb.pix';
const NO_TXID = '***';

const refuse = (reason: BrCodeRefusal): BrCodeResult => ({ ok: false, reason });

const checkForm = (text: string): BrCodeRefusal | TlvFields => {
  if (text.length > BR_CODE_MAX_LENGTH) return 'TOO_LONG';
  if (!isPrintableAscii(text)) return 'NOT_ASCII';
  const fields = parseTlv(text);
  const ids = [...(fields?.keys() ?? [])];
  if (fields === null || ids[0] !== '00' || fields.get('00') !== '01') return 'MALFORMED';
  if (ids.at(-1) !== '63' || !CHECKSUM.test(text)) return 'MALFORMED';
  return crc16(text.slice(0, -4)) === text.slice(-4).toUpperCase() ? fields : 'CRC_MISMATCH';
};

const pixTemplates = (fields: TlvFields, first: string, last: string): readonly TlvFields[] | null => {
  const found: TlvFields[] = [];
  for (const [id, value] of fields) {
    if (id < first || id > last) continue;
    const template = parseTlv(value);
    if (template === null) return null;
    if (template.get('00')?.toLowerCase() === GUI) found.push(template);
  }
  return found;
};

interface Destination {
  readonly key: PixKey | null;
  readonly location: string | null;
  readonly recurrenceLocation: string | null;
  readonly description: string | null;
}

const locationOf = (template: TlvFields | undefined): string | null | undefined => {
  const text = template?.get('25');
  if (text === undefined) return null;
  return text.length <= LOCATION_MAX_LENGTH && LOCATION.test(text) ? text : undefined;
};

const readDestination = (fields: TlvFields): BrCodeRefusal | Destination => {
  const accounts = pixTemplates(fields, '26', '51');
  const recurrences = pixTemplates(fields, '80', '99');
  if (accounts === null || recurrences === null || accounts.length > 1 || recurrences.length > 1) return 'MALFORMED';
  const account = accounts[0];
  if (account === undefined) return 'NOT_PIX';
  const location = locationOf(account);
  const recurrenceLocation = locationOf(recurrences[0]);
  const keyText = account.get('01');
  if (location === undefined || recurrenceLocation === undefined) return 'MALFORMED';
  if (keyText !== undefined && location !== null) return 'MALFORMED';
  if ((keyText === undefined && location === null) || account.has('03')) return 'NOT_PAYABLE';
  if (location !== null && recurrenceLocation !== null) return 'NOT_PAYABLE';
  const key = keyText === undefined ? null : pixKeyOfCode(keyText);
  if (keyText !== undefined && key === null) return 'KEY';
  return { key, location, recurrenceLocation, description: account.get('02') ?? null };
};

type Terms = Pick<BrCode, 'amountCents' | 'payeeName' | 'payeeCity' | 'postalCode' | 'txid'>;

/** Undefined when malformed; zero means none. */
const readAmount = (text: string | undefined): bigint | null | undefined => {
  if (text === undefined) return null;
  const [match, reais = '', decimals = ''] = AMOUNT.exec(text) ?? [];
  if (match === undefined) return undefined;
  const cents = BigInt(reais + decimals.padEnd(2, '0'));
  return cents === 0n ? null : cents;
};

/** Undefined when malformed in a static code; a dynamic code's txid is only shown. */
const readTxid = (fields: TlvFields, isStatic: boolean): string | null | undefined => {
  const additional = parseTlv(fields.get('62') ?? '');
  if (additional === null) return undefined;
  const txid = additional.get('05');
  if (txid === undefined || txid === NO_TXID) return null;
  return !isStatic || STATIC_TXID.test(txid) ? txid : undefined;
};

/** Name and city are only shown, and printed codes often overrun their lengths: presence is enough. */
const isPresent = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

const readTerms = (fields: TlvFields, isStatic: boolean): BrCodeRefusal | Terms => {
  if (fields.get('53') !== '986') return 'CURRENCY';
  if (fields.get('58') !== 'BR') return 'COUNTRY';
  const [amountCents, txid] = [readAmount(fields.get('54')), readTxid(fields, isStatic)];
  const [payeeName, payeeCity] = [fields.get('59'), fields.get('60')];
  if (amountCents === undefined) return 'AMOUNT';
  if (txid === undefined) return 'TXID';
  if (!isPresent(payeeName) || !isPresent(payeeCity)) return 'MALFORMED';
  return { amountCents, payeeName, payeeCity, postalCode: fields.get('61') ?? null, txid };
};

/** Never throws. Surrounding white space is refused: the checksum covers every character. */
export const parseBrCode = (text: string): BrCodeResult => {
  const fields = checkForm(text);
  if (typeof fields === 'string') return refuse(fields);
  const destination = readDestination(fields);
  if (typeof destination === 'string') return refuse(destination);
  const isStatic = destination.location === null;
  const terms = readTerms(fields, isStatic);
  if (typeof terms === 'string') return refuse(terms);
  return { ok: true, code: { kind: isStatic ? 'STATIC' : 'DYNAMIC', ...destination, ...terms } };
};

export const locationHost = (location: string): string => location.slice(0, location.indexOf('/'));
