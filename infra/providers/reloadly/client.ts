import { createBearerClient } from '../http/bearer';
import { type Client, type ClientOptions, createClient } from '../http/client';

export type Reloadly = Client;

export interface ReloadlyOptions extends Omit<ClientOptions, 'headers'> {
  /** Gives the tokens. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Our address: Reloadly sends its mail about each card there, and none to a user. */
  readonly recipientEmail: string;
}

export const RELOADLY_URL = 'https://giftcards.reloadly.com';
export const RELOADLY_SANDBOX_URL = 'https://giftcards-sandbox.reloadly.com';
export const RELOADLY_AUTH_URL = 'https://auth.reloadly.com';

/** The second version tells links besides numbers and PINs. */
const accepted = (path: string) => ({
  accept: `application/com.reloadly.giftcards-v${path.endsWith('/cards') ? 2 : 1}+json`,
});

export const createReloadly = ({ authUrl, clientId, clientSecret, ...options }: ReloadlyOptions): Reloadly => {
  const auth = createClient({ ...options, url: authUrl, headers: {} });
  const asked = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' };
  return createBearerClient({
    ...{ ...options, headersOf: accepted },
    askToken: (context) => auth.post(context, '/oauth/token', { ...asked, audience: options.url }),
  });
};
