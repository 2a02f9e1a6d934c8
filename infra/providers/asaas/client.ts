import { type Client, type ClientOptions, createClient } from '../http/client';

export type Asaas = Client;

export interface AsaasOptions extends Omit<ClientOptions, 'headers'> {
  readonly accessToken: string;
}

export const ASAAS_URL = 'https://api.asaas.com/v3';
export const ASAAS_SANDBOX_URL = 'https://api-sandbox.asaas.com/v3';

export const createAsaas = ({ accessToken, ...options }: AsaasOptions): Asaas =>
  createClient({ ...options, headers: { access_token: accessToken } });
