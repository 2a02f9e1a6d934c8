import { maskPixKey } from '../../../../aggregates/codes/pix-key';
import { parseCnpj, parseCpf } from '../../../../aggregates/codes/tax-id';
import { invalidField } from '../../../../aggregates/rejection';
import type { Document } from '../../../../commands/ports/providers/document-registry';
import { isDay } from '../../request/shape/people';
import type { DocumentRequest } from './documents.dto';

/** Parsers of Brazilian documents; null when the form is wrong. */
const PARSED: Partial<Record<Document['type'], (text: string) => string | null>> = { CPF: parseCpf, CNPJ: parseCnpj };

const FOREIGN = /^[0-9A-Z]{3,32}$/;

/**
 * `hasForm` is false when no such document can exist: wrong check digits, or signs that no document has. Throws
 * VALIDATION_ERROR.
 */
export const documentOf = ({
  documentType: type,
  documentNumber,
  country,
  birthDate,
}: DocumentRequest): { readonly document: Document; readonly hasForm: boolean } => {
  if (birthDate !== undefined && !isDay(birthDate)) throw invalidField('birthDate', 'is not a date (YYYY-MM-DD)');
  const plain = documentNumber.toUpperCase().replaceAll(/[.\-/ ]/g, '');
  const parse = country === 'BR' ? PARSED[type] : undefined;
  const parsed = parse === undefined ? null : parse(documentNumber);
  const hasForm = parse === undefined ? FOREIGN.test(plain) : parsed !== null;
  const born = birthDate === undefined ? {} : { birthDate };
  return { document: { type, number: parsed ?? plain, country, ...born }, hasForm };
};

export const maskedDocument = ({ type, number }: Document): string =>
  type === 'CPF' || type === 'CNPJ' ? maskPixKey({ kind: type, key: number }) : `***${number.slice(-2)}`;
