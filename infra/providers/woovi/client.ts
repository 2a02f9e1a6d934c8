import { type Client, type ClientOptions, createClient } from '../http/client';

export type Woovi = Client;

export interface WooviOptions extends Omit<ClientOptions, 'headers'> {
  readonly appId: string;
}

export const createWoovi = ({ appId, ...options }: WooviOptions): Woovi =>
  createClient({ ...options, headers: { authorization: appId } });
