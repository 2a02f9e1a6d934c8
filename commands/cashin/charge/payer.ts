import { maskPixKey } from '../../../aggregates/codes/pix-key';
import { parseCnpj, parseCpf } from '../../../aggregates/codes/tax-id';
import { kycSession } from '../../../aggregates/kyc/kyc-session';
import { invalidField } from '../../../aggregates/rejection';
import type { Sealed } from '../../../aggregates/sealed';
import { user } from '../../../aggregates/user/user';
import { sessionIdOf } from '../../handling/deterministic-ids';
import { stateOf } from '../../handling/reading/read-stream';
import type { EventStore } from '../../ports/event-store';
import type { KeyVault } from '../../ports/key-vault';

export interface Customer {
  readonly name?: string;
  readonly taxID?: string;
  readonly email?: string;
  readonly phone?: string;
}

export interface Payer {
  readonly name?: string;
  readonly taxId: string;
  readonly email?: string;
  readonly phone?: string;
}

export interface SealedPayer {
  readonly payer: Sealed;
  readonly payerTaxIdMasked: string;
}

export interface FoundPayer {
  readonly payer: Payer;
  readonly sealed: SealedPayer;
}

export interface PayerDeps {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly vault: Pick<KeyVault, 'seal' | 'open'>;
}

/** By the tax id of the request, else by the document that KYC verified. Refuses VALIDATION_ERROR without either. */
export const payerOf = async (deps: PayerDeps, userId: string, customer: Customer): Promise<FoundPayer> => {
  const { taxID, ...rest } = customer;
  const taxId = taxID === undefined ? await verifiedDocument(deps, userId) : plainTaxId(taxID);
  if (taxId === null) {
    const detail =
      taxID === undefined ? 'is required because KYC has verified no document' : 'is neither a CPF nor a CNPJ';
    throw invalidField('customer.taxID', detail);
  }
  const payer: Payer = { ...rest, taxId };
  const sealed = await deps.vault.seal(userId, JSON.stringify(payer));
  return { payer, sealed: { payer: sealed, payerTaxIdMasked: masked(taxId) } };
};

const plainTaxId = (text: string): string | null => parseCpf(text) ?? parseCnpj(text);

const masked = (taxId: string): string => maskPixKey({ kind: parseCpf(taxId) === null ? 'CNPJ' : 'CPF', key: taxId });

/** An operator's own approval verifies no document. */
const verifiedDocument = async ({ eventStore, vault }: PayerDeps, userId: string): Promise<string | null> => {
  const person = await stateOf(eventStore, user, userId);
  const approvedBy = 'session' in person && person.kyc === 'APPROVED' ? person.session.approvedBy : null;
  if (approvedBy === null) return null;
  const session = await stateOf(eventStore, kycSession, sessionIdOf(userId, approvedBy));
  if (session.status !== 'APPROVED') return null;
  const document = await vault.open(session.declared.document);
  return document === null ? null : plainTaxId(document);
};
