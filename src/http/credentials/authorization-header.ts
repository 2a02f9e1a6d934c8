import type { Request } from 'express';
import { type SurfaceRefusal, surfaceRefusal, UNAUTHORIZED } from '../surface-refusal';

const BEARER = /^Bearer ([\x21-\x7e]{1,8192})$/i;

/** One answer for every cause, so that it says nothing about what exists. */
export const unauthorized = (): SurfaceRefusal => surfaceRefusal('UNAUTHORIZED', UNAUTHORIZED);

/** Every Authorization header of the request, as it came. */
export const authorizationsOf = (request: Request): readonly string[] => request.headersDistinct['authorization'] ?? [];

/** The one Authorization header; null when there is none, or more than one: which of them would count? */
export const authorizationOf = (request: Request): string | null => {
  const given = authorizationsOf(request);
  return given.length === 1 ? (given[0] ?? null) : null;
};

/** The text after `Bearer `; null when the one header does not say that. */
export const bearerOf = (request: Request): string | null => BEARER.exec(authorizationOf(request) ?? '')?.[1] ?? null;
