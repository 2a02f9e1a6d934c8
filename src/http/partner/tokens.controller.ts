import { Body, Controller, Post, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { Request } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { findUser, shownKycStatus } from '../../../read-models/users/users';
import { ttlSecondsOf } from '../credentials/token-ttl';
import { type ErrorAnswer, type Success, success } from '../envelope';
import { partnerOf, partnerReaderOf, stateOf } from '../request/request-state';
import type { IssuedToken, TokenRequest } from './tokens.dto';

@Route('api/v1/auth')
@Tags('Tokens')
@Security('partner', ['simulate'])
@Response<ErrorAnswer>(403, 'USER_BLOCKED')
@Response<ErrorAnswer>(404, 'USER_NOT_FOUND')
export class TokensController extends Controller {
  constructor(private readonly request: Request) {
    super();
  }

  /** Issues a token for one of the partner's users. The right to pay is not in the token: it is checked live. */
  @Post('token')
  public async issueToken(@Body() body: TokenRequest): Promise<Success<IssuedToken>> {
    const { deps } = stateOf(this.request);
    const { partnerId, mode } = partnerOf(this.request);
    const { uid = null } = body;
    const expiresIn = timeToLive(body, deps.settings.defaultTokenTtlSeconds);
    // Hex has two spellings, and a request does not name the chain.
    const pubkey = body.pubkey === undefined ? null : (deps.canonicalAddress('evm', body.pubkey) ?? body.pubkey);
    const userId = await deps.findUserId({ partnerId, mode, uid, pubkey });
    const user = userId === null ? null : await findUser(partnerReaderOf(this.request), userId);
    if (user === null) throw rejection('USER_NOT_FOUND', 'No such user');
    if (user.blocked) throw rejection('USER_BLOCKED', 'The user is blocked');
    const token = await deps.tokens.v1.sign({ pubkey: user.pubkey, uid: user.user_id, partnerId, mode }, expiresIn);
    const shown = { pubkey: user.pubkey, kycStatus: shownKycStatus(user), partnerId };
    return success({ token, expiresIn, tokenType: 'Bearer', user: shown });
  }
}

const timeToLive = ({ pubkey, uid, expiresIn }: TokenRequest, defaultSeconds: number): number => {
  if (pubkey === undefined && uid === undefined) {
    const detail = 'either pubkey or uid is required';
    throw rejection('VALIDATION_ERROR', detail, { pubkey: detail, uid: detail });
  }
  const seconds = expiresIn === undefined ? defaultSeconds : ttlSecondsOf(expiresIn);
  if (seconds === null) throw rejection('VALIDATION_ERROR', 'expiresIn', { expiresIn: 'must be like 30m, 1h or 7d' });
  return seconds;
};
