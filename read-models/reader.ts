import type { Mode } from './mode';
import type { Query } from './table';

declare const SCOPE: unique symbol;

/** Reads one partner's rows in one mode: the HTTP surface has no other query. Row-level security checks again. */
export interface PartnerReader {
  readonly [SCOPE]: 'partner' | 'user';
  readonly partnerId: string;
  readonly mode: Mode;
  readonly query: Query;
}

export interface UserReader extends PartnerReader {
  readonly [SCOPE]: 'user';
  readonly userId: string;
}

export type PartnerScope = Pick<PartnerReader, 'partnerId' | 'mode'>;
export type UserScope = Pick<UserReader, 'partnerId' | 'mode' | 'userId'>;

/** For holders of a plain query: workers, commands, and the code that makes readers from credentials. */
export const partnerReader = (query: Query, { partnerId, mode }: PartnerScope): PartnerReader =>
  ({ query, partnerId, mode }) as PartnerReader;

export const userReader = (query: Query, { partnerId, mode, userId }: UserScope): UserReader =>
  ({ query, partnerId, mode, userId }) as UserReader;
