import { parseCnpj, parseCpf } from '../../../../aggregates/codes/tax-id';
import { invalidField, isRejection, rejection } from '../../../../aggregates/rejection';
import type { DeclaredToProvider } from '../../../../commands/ports/providers/kyc-provider';
import { isInLifetime, LIFETIME_YEARS } from '../../request/shape/people';
import { checked } from '../../request/shape/validate-dto';
import { KycOwner, LegalPersonRequest, NaturalPersonRequest } from './kyc.dto';

/** Throws VALIDATION_ERROR. */
export const naturalPerson = (body: NaturalPersonRequest, nowMs: number): DeclaredToProvider => {
  const {
    externalUserId: _id,
    documentNumber,
    birthDate,
    country = 'BR',
    ...profile
  } = checked(NaturalPersonRequest, body);
  mustBeLifetime(birthDate, nowMs);
  const document = parseCpf(documentNumber) ?? documentNumber;
  return { personType: 'PF', document, birthDate, profile: { ...profile, country }, owners: [] };
};

/** Throws VALIDATION_ERROR; an owner's field is named `owners.0.birthDate`. */
export const legalPerson = (body: LegalPersonRequest, nowMs: number): DeclaredToProvider => {
  const { externalUserId: _id, documentNumber, owners, ...profile } = checked(LegalPersonRequest, body);
  return {
    ...{ personType: 'PJ', birthDate: null, profile, document: parseCnpj(documentNumber) ?? documentNumber },
    owners: owners.map((owner, index) => checkedOwner(owner, index, nowMs)),
  };
};

const checkedOwner = (owner: KycOwner, index: number, nowMs: number): Readonly<Record<string, unknown>> => {
  try {
    const { documentNumber, ...rest } = checked(KycOwner, owner);
    mustBeLifetime(rest.birthDate, nowMs);
    return { ...rest, documentNumber: parseCpf(documentNumber) ?? parseCnpj(documentNumber) ?? documentNumber };
  } catch (error) {
    if (!isRejection(error)) throw error;
    const fields = Object.entries(error.rejection.fieldErrors ?? {});
    const named = Object.fromEntries(fields.map(([field, detail]) => [`owners.${index}.${field}`, detail]));
    throw rejection('VALIDATION_ERROR', 'The request is not valid', named);
  }
};

const mustBeLifetime = (birthDate: string, nowMs: number): void => {
  if (!isInLifetime(birthDate, nowMs)) {
    throw invalidField('birthDate', `must be in the past, at most ${LIFETIME_YEARS} years ago`);
  }
};
