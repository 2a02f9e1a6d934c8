import type { Mode } from '../../../aggregates/partner/events';
import { invalidField, rejection } from '../../../aggregates/rejection';
import type { Wallet } from '../../../aggregates/user/events';
import type { HttpDeps } from '../deps';
import type { RegisterUserRequest } from './users.dto';

type Known = Pick<HttpDeps, 'catalog' | 'canonicalAddress'> & {
  /** The partner's mode; networks of the other mode count as unknown. */
  readonly mode: Mode;
};

/** A registration by external id, wallet or both. Throws VALIDATION_ERROR. */
export const registrationOf = (
  body: RegisterUserRequest,
  known: Known,
): { readonly externalUserId: string | null; readonly wallet: Wallet | null } => {
  const externalUserId = externalUserIdOf(body);
  const wallet = walletOf(body, known);
  if (externalUserId === null && wallet === null) {
    const detail = 'either pubkey or externalUserId is required';
    throw rejection('VALIDATION_ERROR', detail, { pubkey: detail, externalUserId: detail });
  }
  return { externalUserId, wallet };
};

const externalUserIdOf = ({ externalUserId, uid }: RegisterUserRequest): string | null => {
  if (externalUserId !== undefined && uid !== undefined && uid !== externalUserId) {
    throw invalidField('uid', 'must equal externalUserId: both are names of one field');
  }
  return externalUserId ?? uid ?? null;
};

/** Canonical address on a network of the partner's mode. Throws VALIDATION_ERROR. */
export const walletOf = (
  { pubkey, blockchain }: Pick<RegisterUserRequest, 'pubkey' | 'blockchain'>,
  { catalog, canonicalAddress, mode }: Known,
): Wallet | null => {
  if (pubkey === undefined) {
    if (blockchain !== undefined) throw invalidField('pubkey', 'is required with blockchain');
    return null;
  }
  if (blockchain === undefined) throw invalidField('blockchain', 'is required with pubkey');
  const network = catalog.networks.find((candidate) => candidate.name === blockchain && candidate.mode === mode);
  if (network === undefined) throw invalidField('blockchain', 'is not a network of the catalog');
  const canonical = canonicalAddress(network.family, pubkey);
  if (canonical === null) throw invalidField('pubkey', `is not an address of ${blockchain}`);
  return { pubkey: canonical, blockchain };
};
