import type { Request } from 'express';
import type { SessionCookie } from '../ops-deps';

const TOKEN = /^[0-9a-f]{64}$/;

/** The token in the door's cookie; null without exactly one of its name. */
export const sessionTokenOf = (request: Request, { name }: SessionCookie): string | null => {
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

const attributesOf = ({ isSecure }: SessionCookie) =>
  ({ httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' }) as const;

const LONGEST_BROWSER = 200;

export const browserOf = ({ headers }: Request): string => (headers['user-agent'] ?? '').slice(0, LONGEST_BROWSER);
