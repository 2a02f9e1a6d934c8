import { createHmac } from 'node:crypto';
import type { PersonType } from '../../../aggregates/kyc/events';
import { type Client, type ClientOptions, createClient } from '../http/client';

export interface SumsubOptions extends Omit<ClientOptions, 'headers'> {
  readonly appToken: string;
  readonly secretKey: string;
  /** Names of the levels by the kind of person; a kind without one is not served. */
  readonly flows: Partial<Readonly<Record<PersonType, string>>>;
  /** Address to which Sumsub sends a person afterwards; null: its own page. */
  readonly returnUrl: string | null;
}

/** The token chooses the environment. */
export const SUMSUB_URL = 'https://api.sumsub.com';

/** Tokens of the sandbox begin so. */
export const SANDBOX_TOKEN = 'sbx:';

export interface Sumsub extends Client, Pick<SumsubOptions, 'flows' | 'returnUrl'> {}

/** Each request is signed with its second, its path with the query, and its exact body. */
export const createSumsub = ({ appToken, secretKey, flows, returnUrl, ...options }: SumsubOptions): Sumsub => ({
  ...createClient({
    ...options,
    headers: (path, { method, body }) => {
      const seconds = String(Math.floor(options.clock.now() / 1_000));
      const signature = createHmac('sha256', secretKey).update(`${seconds}${method}${path}${body}`).digest('hex');
      const signed = { 'x-app-token': appToken, 'x-app-access-ts': seconds, 'x-app-access-sig': signature };
      return { ...signed, 'content-type': 'application/json' };
    },
  }),
  ...{ flows, returnUrl },
});
