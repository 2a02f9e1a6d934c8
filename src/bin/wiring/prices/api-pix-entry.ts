import { z } from 'zod';

/** An address that paths are added to. */
export const addressShape = z
  .string()
  .max(500)
  .regex(/^https?:\/\/[^?#@\s]+$/, 'must be an http or https URL without user, query and fragment');

const file = z.string().min(1).max(500);

const terms = z.strictObject({
  /** Gives the tokens. */
  tokenUrl: addressShape,
  /** The key of the account that charges are paid to. */
  pixKey: z.string().min(1).max(77),
  /** PEM files: our certificate and its key; the authorities of the bank's certificate, absent: those of Node. */
  ...{ certificateFile: file, keyFile: file, authorityFile: file.optional() },
  /** Distinguished names of the certificates that the bank calls with, as the proxy writes them. */
  callbackSubjects: z.array(z.string().min(3).max(500)).min(1).max(10),
});

export type ApiPixTerms = z.infer<typeof terms>;

/** A bank of the API Pix alone. */
export const apiPixShape = { apiPix: terms.optional() };

interface Entry {
  readonly adapter: string;
  readonly url?: string | undefined;
  readonly apiPix?: ApiPixTerms | undefined;
}

/** Null: the entry may start. */
export const objectionToApiPix = ({ adapter, url, apiPix }: Entry): string | null => {
  if (adapter !== 'api-pix') return apiPix === undefined ? null : `apiPix: ${adapter} does not support them`;
  return url !== undefined && apiPix !== undefined ? null : 'url, apiPix: are needed';
};
