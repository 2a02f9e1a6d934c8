import type { Request } from 'express';
import { type SurfaceRefusal, surfaceRefusal, UNAUTHORIZED } from '../surface-refusal';

const BEARER = /^Bearer ([\x21-\x7e]{1,8192})$/i;

export const unauthorized = (): SurfaceRefusal => surfaceRefusal('UNAUTHORIZED', UNAUTHORIZED);

export const authorizationsOf = (request: Request): readonly string[] => request.headersDistinct['authorization'] ?? [];

/** Null unless there is exactly one Authorization header. */
export const authorizationOf = (request: Request): string | null => {
  const given = authorizationsOf(request);
  return given.length === 1 ? (given[0] ?? null) : null;
};

/** The text after `Bearer `; null unless there is exactly one such header. */
export const bearerOf = (request: Request): string | null => BEARER.exec(authorizationOf(request) ?? '')?.[1] ?? null;
