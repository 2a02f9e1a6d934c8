import { z } from 'zod';
import type { PersonType } from '../../../../aggregates/kyc/events';

const URL_FORM = /^https?:\/\/[^#@\s]+$/;

export const identityShape = {
  /** KYC alone: the provider's workflow or level by the kind of person. */
  flows: z.partialRecord(z.enum(['PF', 'PJ']), z.string().min(1).max(100)).optional(),
  /** KYC alone: the address to which the provider sends a person afterwards; absent: the provider's own page. */
  returnUrl: z.string().max(500).regex(URL_FORM, 'must be an http or https URL without user and fragment').optional(),
};

export interface IdentityFlows {
  readonly flows: Partial<Readonly<Record<PersonType, string>>>;
  readonly returnUrl: string | null;
}

/** Adapters that verify persons in sessions. */
const VERIFIERS: readonly string[] = ['didit', 'sumsub'];

interface Entry {
  readonly adapter: string;
  readonly flows?: IdentityFlows['flows'] | undefined;
  readonly returnUrl?: string | undefined;
}

/** Null: the entry may start. */
export const objectionToFlows = ({ adapter, flows, returnUrl }: Entry): string | null => {
  if (VERIFIERS.includes(adapter))
    return Object.keys(flows ?? {}).length > 0 ? null : 'flows: are needed: of PF, of PJ or of both';
  return flows === undefined && returnUrl === undefined ? null : `flows, returnUrl: ${adapter} does not support them`;
};

export const flowsOf = ({ flows, returnUrl }: Entry): { readonly identity?: IdentityFlows } =>
  flows === undefined ? {} : { identity: { flows, returnUrl: returnUrl ?? null } };
