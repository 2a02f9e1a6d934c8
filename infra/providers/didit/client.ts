import type { PersonType } from '../../../aggregates/kyc/events';
import { type Client, type ClientOptions, createClient } from '../http/client';

export interface DiditOptions extends Omit<ClientOptions, 'headers'> {
  readonly apiKey: string;
  /** Ids of the workflows by the kind of person; a kind without one is not served. */
  readonly flows: Partial<Readonly<Record<PersonType, string>>>;
  /** Address to which Didit sends a person afterwards; null: the workflow's own. */
  readonly returnUrl: string | null;
  /** The environment of the application that owns the key. Sessions of the other one are refused. */
  readonly environment: 'live' | 'sandbox';
}

/** The key chooses the environment. */
export const DIDIT_URL = 'https://verification.didit.me/v3';

export interface Didit extends Client, Pick<DiditOptions, 'flows' | 'returnUrl' | 'environment'> {}

export const createDidit = ({ apiKey, flows, returnUrl, environment, ...options }: DiditOptions): Didit => ({
  ...createClient({ ...options, headers: { 'x-api-key': apiKey } }),
  ...{ flows, returnUrl, environment },
});
