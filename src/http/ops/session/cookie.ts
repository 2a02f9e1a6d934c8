import type { Request } from 'express';
import { FLOW_TTL_SECONDS } from '../../../../commands/operator/console/identity-sign-in';
import type { From } from '../../../../commands/operator/console/sign-in';
import { stateOf } from '../../request/request-state';
import type { SessionCookie } from '../ops-deps';

const TOKEN = /^[0-9a-f]{64}$/;

/** The token in the session cookie; null unless there is exactly one of its name. */
export const sessionTokenOf = (request: Request, { name }: SessionCookie): string | null => tokenIn(request, name);

/** The token of the sign-in that this browser began at the identity provider. */
export const flowTokenOf = (request: Request, cookie: SessionCookie): string | null =>
  tokenIn(request, flowNameOf(cookie));

const flowNameOf = ({ name }: SessionCookie): string => `${name}-flow`;

const tokenIn = (request: Request, name: string): string | null => {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const [value, ...others] = pairs
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
  return value !== undefined && others.length === 0 && TOKEN.test(value) ? value : null;
};

/** Lax: Strict loses the cookie on the way back from an identity provider. */
export const setSession = ({ res }: Request, cookie: SessionCookie, token: string): void => {
  res?.cookie(cookie.name, token, attributesOf(cookie));
};

export const clearSession = ({ res }: Request, cookie: SessionCookie): void => {
  res?.clearCookie(cookie.name, attributesOf(cookie));
};

export const setFlow = ({ res }: Request, cookie: SessionCookie, flowToken: string): void => {
  res?.cookie(flowNameOf(cookie), flowToken, { ...attributesOf(cookie), maxAge: FLOW_TTL_SECONDS * 1_000 });
};

export const clearFlow = ({ res }: Request, cookie: SessionCookie): void => {
  res?.clearCookie(flowNameOf(cookie), attributesOf(cookie));
};

const attributesOf = ({ isSecure }: SessionCookie) =>
  ({ httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' }) as const;

const LONGEST_BROWSER = 200;

export const browserOf = ({ headers }: Request): string => (headers['user-agent'] ?? '').slice(0, LONGEST_BROWSER);

export const fromOf = (request: Request): From => {
  const { address, requestId } = stateOf(request);
  return { address, browser: browserOf(request), requestId };
};
