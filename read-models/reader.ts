import type { Mode } from './mode';
import type { Query } from './table';

declare const SCOPE: unique symbol;

/**
 * Reads the rows of one partner in one mode, and can read no others: the HTTP surface gets one from a credential and has
 * nothing else to read with. The database checks the same scope a second time (row-level security).
 */
export interface PartnerReader {
  readonly [SCOPE]: 'partner' | 'user';
  readonly partnerId: string;
  readonly mode: Mode;
  readonly query: Query;
}

/** The same for one user of the partner. */
export interface UserReader extends PartnerReader {
  readonly [SCOPE]: 'user';
  readonly userId: string;
}

export type PartnerScope = Pick<PartnerReader, 'partnerId' | 'mode'>;
export type UserScope = Pick<UserReader, 'partnerId' | 'mode' | 'userId'>;

/** For whoever holds a query of its own: the service's workers and commands, and what makes readers from credentials. */
export const partnerReader = (query: Query, { partnerId, mode }: PartnerScope): PartnerReader =>
  ({ query, partnerId, mode }) as PartnerReader;

export const userReader = (query: Query, { partnerId, mode, userId }: UserScope): UserReader =>
  ({ query, partnerId, mode, userId }) as UserReader;
