export const HOME = '/console/';

const PAYMENT = /^\/console\/payments\/([^/]{1,600})\/?$/;

export const paymentPath = (id: string): string => `/console/payments/${encodeURIComponent(id)}`;

/** Null for the address of another page, and for one that no browser would write. */
export const paymentIdIn = (path: string): string | null => {
  const id = PAYMENT.exec(path)?.[1];
  if (id === undefined) return null;
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
};
