import type { Request } from 'express';
import { rejection } from '../../../aggregates/rejection';
import type { Sealed } from '../../../aggregates/sealed';
import { visitorIdOf } from '../../../commands/wallet-login/register-wallet';
import type { TokenHolder } from '../../../read-models/users/users';
import type { Surface, TokenClaims } from '../../credentials';
import { bearerOf, unauthorized } from '../request/authorization-header';
import type { UserPrincipal } from '../request/principal';
import { stateOf } from '../request/request-state';
import { partnerMustBeActive } from './partner-standing';

/** Standing, block and KYC are read at each request, so that they also limit issued tokens. */
export const userByToken = async (request: Request, surface: Surface): Promise<UserPrincipal> => {
  const { deps } = stateOf(request);
  const token = bearerOf(request);
  const claims = token === null ? null : await deps.tokens[surface].verify(token);
  if (claims === null) throw unauthorized();
  const holder = await deps.credentials.tokenHolder(claims);
  if (holder === null) throw unauthorized();
  partnerMustBeActive(holder);
  if (holder.blocked) throw rejection('USER_BLOCKED', 'The user is blocked');
  return {
    kind: 'user',
    userId: holder.user_id,
    wallet: walletOf(claims, holder),
    partnerId: holder.partner_id,
    mode: holder.mode,
    pubkey: holder.pubkey,
    kycStatus: holder.kyc_status,
    feeMarkupBasisPoints: holder.fee_markup_basis_points,
    features: holder.features,
    ...(holder.external_user_id === null ? {} : { externalUserId: holder.external_user_id as unknown as Sealed }),
  };
};

const walletOf = ({ pubkey, blockchain }: TokenClaims, holder: TokenHolder): UserPrincipal['wallet'] => {
  if (pubkey === null || blockchain === undefined) return null;
  const wallet = { pubkey, blockchain };
  const visitorId = visitorIdOf({ partnerId: holder.partner_id, mode: holder.mode }, wallet);
  return { ...wallet, isRegistered: holder.user_id !== visitorId };
};
