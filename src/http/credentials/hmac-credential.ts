import type { Request } from 'express';
import { rejection } from '../../../aggregates/rejection';
import type { Signer } from '../../credentials';
import { authorizationOf, unauthorized } from '../request/authorization-header';
import { parsedBodyOf } from '../request/parsed-body';
import type { PartnerPrincipal } from '../request/principal';
import { stateOf } from '../request/request-state';
import { type HmacHeader, parseHmacHeader } from './hmac-header';
import { bodyHashesOf, canonicalTextsOf, isSignedBy } from './hmac-signature';
import { partnerMayCall } from './partner-standing';

const WINDOW_SECONDS = 300;
/** A timestamp at the far end of the window stays valid for two windows; the rest is for clock skew. */
export const NONCE_TTL_SECONDS = 605;

export interface SignedPartner {
  readonly principal: PartnerPrincipal;
  /** Claims the nonce; called after every other check of the caller. */
  readonly useOnce: () => Promise<void>;
}

/** The legacy credential; order of checks: grammar, time, signature, standing. */
export const partnerBySignature = async (request: Request): Promise<SignedPartner> => {
  const { deps } = stateOf(request);
  const header = parseHmacHeader(authorizationOf(request) ?? '');
  if (header === null || !isTimely(header, deps.clock.now())) throw unauthorized();
  const holder = holderOf(request, header, await deps.credentials.signers(header.partnerId));
  if (holder === null) throw unauthorized();
  partnerMayCall(request, holder);
  const { partner_id: partnerId, mode, requests_per_minute: requestsPerMinute } = holder;
  return {
    principal: { kind: 'partner', partnerId, mode, credential: { kind: 'HMAC' }, requestsPerMinute },
    useOnce: () => useOnce(request, header),
  };
};

const isTimely = ({ timestamp }: HmacHeader, nowMs: number): boolean =>
  Math.abs(nowMs / 1_000 - +timestamp) <= WINDOW_SECONDS;

/** Tries every key: the verifying key decides the mode, which the header does not name. */
const holderOf = (request: Request, header: HmacHeader, signers: readonly Signer[]): Signer['holder'] => {
  const [path = ''] = request.originalUrl.split('?', 1);
  const body = bodyHashesOf(stateOf(request).body, () => parsedBodyOf(request));
  const texts = canonicalTextsOf({ method: request.method, path, header, body });
  const verified = signers.filter(({ signingKey }) => isSignedBy(signingKey, texts, header.signature));
  return verified.find(({ holder }) => holder !== null)?.holder ?? null;
};

const useOnce = async (request: Request, { partnerId, nonce }: HmacHeader): Promise<void> => {
  if (!(await claim(request, partnerId, nonce))) throw unauthorized();
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead && request.originalUrl.includes('?')) {
    throw rejection(
      'VALIDATION_ERROR',
      'A signed write request must not have a query: the signature would not cover it',
      {},
    );
  }
};

/** Without the nonce store a replay would pass, so every request is refused. */
const claim = async (request: Request, partnerId: string, nonce: string): Promise<boolean> => {
  const { deps, requestId } = stateOf(request);
  try {
    return await deps.nonces.claim(partnerId, nonce, NONCE_TTL_SECONDS);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(typeof error);
    deps.logger.warn({ requestId, error: { name, message } }, 'a nonce could not be claimed');
    throw rejection('SERVICE_UNAVAILABLE', 'The service is temporarily unavailable: repeat the request');
  }
};
