export const HOME = '/console/';

export const PAYMENTS = '/console/payments';
const SEARCH = '/console/search';

export const searchPath = (text: string): string => `${SEARCH}?${new URLSearchParams({ q: text })}`;

export const isSearch = (path: string): boolean => path === SEARCH;

export const ALERTS = '/console/alerts';
export const PROJECTIONS = '/console/projections';
export const OPERATORS = '/console/operators';
export const ACCESS = '/console/access';
export const USERS = '/console/users';
export const PARTNERS = '/console/partners';
export const NETWORKS = '/console/networks';
export const DEPOSITS = '/console/deposits';

const DEPOSIT = /^\/console\/deposits\/([^/]{1,600})\/?$/;

export const depositPath = (id: string): string => `${DEPOSITS}/${encodeURIComponent(id)}`;

/** The list of payments with these filters, by the names of the service. */
export const paymentsPath = (filters: Readonly<Record<string, string>>): string =>
  `${PAYMENTS}?${new URLSearchParams(filters)}`;

export const isPayments = (path: string): boolean => path === PAYMENTS || path === `${PAYMENTS}/`;

const PAYMENT = /^\/console\/payments\/([^/]{1,600})\/?$/;

export const paymentPath = (id: string): string => `/console/payments/${encodeURIComponent(id)}`;

/** The payment as of a position or a time. */
export const asOfPath = (id: string, at: string): string => `${paymentPath(id)}?${new URLSearchParams({ at })}`;

/** Null for the address of another page, and for one that no browser would write. */
export const paymentIdIn = (path: string): string | null => idIn(PAYMENT, path);

export const depositIdIn = (path: string): string | null => idIn(DEPOSIT, path);

const USER = /^\/console\/users\/([^/]{1,600})\/?$/;
const PARTNER = /^\/console\/partners\/([^/]{1,600})\/?$/;

export const userPath = (id: string): string => `${USERS}/${encodeURIComponent(id)}`;
export const userIdIn = (path: string): string | null => idIn(USER, path);

export const usersPath = (filters: Readonly<Record<string, string>>): string =>
  `${USERS}?${new URLSearchParams(filters)}`;

export const accessPath = (filters: Readonly<Record<string, string>>): string =>
  `${ACCESS}?${new URLSearchParams(filters)}`;

export const partnerPath = (id: string): string => `${PARTNERS}/${encodeURIComponent(id)}`;
export const partnerIdIn = (path: string): string | null => idIn(PARTNER, path);

const idIn = (pattern: RegExp, path: string): string | null => {
  const id = pattern.exec(path)?.[1];
  if (id === undefined) return null;
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
};
