import { createBearerClient } from '../http/bearer';
import { type Client, type ClientOptions, createClient } from '../http/client';
import type { TlsIdentity } from '../http/dial';

export interface ApiPix extends Client {
  /** The key that charges are paid to. */
  readonly pixKey: string;
  /** `cpf`, `cnpj`: the bank has shown that it compares payers by it. */
  readonly compared: Set<string>;
}

export interface ApiPixOptions extends Omit<ClientOptions, 'headers' | 'identity'>, Pick<ApiPix, 'pixKey'> {
  readonly identity: TlsIdentity;
  /** Gives the tokens. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const SCOPE = 'cob.read cob.write pix.read pix.write';

/** Asks for tokens by client credentials (RFC 6749), with the certificate on every call. */
export const createApiPix = ({ tokenUrl, clientId, clientSecret, pixKey, ...options }: ApiPixOptions): ApiPix => {
  const { origin, pathname } = new URL(tokenUrl);
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;
  const auth = createClient({ ...options, url: origin, headers: { authorization } });
  const asked = new URLSearchParams({ grant_type: 'client_credentials', scope: SCOPE });
  const client = createBearerClient({ ...options, askToken: (context) => auth.post(context, pathname, asked) });
  return { ...client, pixKey, compared: new Set() };
};
