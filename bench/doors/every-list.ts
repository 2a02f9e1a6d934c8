import { randomUUID } from 'node:crypto';
import {
  SHARED_PUBKEY,
  SHARED_REFERENCE,
  STATUS_OF_FORGOTTEN_DELIVERIES,
  STATUS_OF_NO_DELIVERY,
  STATUS_OF_NO_INTENT,
  STATUS_OF_NO_PAYMENT,
  STATUS_OF_OLDEST_INTENT,
} from '../seeds/list-rows';
import { KEYS_PATH } from '../support/partner';

export const ME = '/api/v1/partners/me';
const INTENTS = '/api/v1/cashout/intents';
const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

export interface List {
  readonly name: string;
  readonly who: 'asUser' | 'asPartner' | 'asUsersPartner';
  /** `number` is that of a row deep in the list. */
  readonly path: (number: number, userId: string) => string;
}

const ofUser = (name: string, query: (number: number) => string): List => ({
  ...{ name, who: 'asUser' },
  path: (number) => `${INTENTS}?limit=20&${query(number)}`,
});
const ofPartner = (name: string, path: string, query: (number: number) => string = () => ''): List => ({
  ...{ name, who: 'asPartner' },
  path: (number) => `${path}?limit=20&${query(number)}`,
});

const ofPayments = (name: string, query: (number: number, userId: string) => string): List => ({
  ...{ name: `payments${name}`, who: 'asUsersPartner' },
  path: (number, userId) => `${ME}/payments?limit=20&${query(number, userId)}`,
});

const USERS_PATH = '/api/v1/users';
const DELIVERIES_PATH = `${ME}/webhook-deliveries`;

export const LISTS: readonly List[] = [
  ofUser('intents', () => ''),
  ofUser('intents-deep', (number) => `cursor=intent-${number}`),
  ofUser('intents-status', () => 'status=COMPLETED'),
  ofUser('intents-status-deep', (number) => `status=COMPLETED&cursor=intent-${number}`),
  ofUser('intents-status-oldest', () => `status=${STATUS_OF_OLDEST_INTENT}`),
  ofUser('intents-status-none', () => `status=${STATUS_OF_NO_INTENT}`),
  ofUser('intents-quote', (number) => `quoteId=quote-${number}`),
  ofUser('intents-quote-none', () => 'quoteId=none'),
  ofPayments('', () => ''),
  ofPayments('-deep', (number) => `cursor=intent-${number}`),
  ofPayments('-status', () => 'status=COMPLETED'),
  ofPayments('-status-deep', (number) => `status=COMPLETED&cursor=intent-${number}`),
  ofPayments('-status-none', () => `status=${STATUS_OF_NO_PAYMENT}`),
  ofPayments('-user', (_number, userId) => `userId=${userId}`),
  ofPayments('-user-deep', (number, userId) => `userId=${userId}&cursor=intent-${number}`),
  ofPayments('-user-none', () => `userId=${randomUUID()}`),
  ofPayments('-reference', () => `reference=${SHARED_REFERENCE}`),
  ofPayments('-reference-deep', (number) => `reference=${SHARED_REFERENCE}&cursor=intent-${number}`),
  ofPayments('-reference-none', () => 'reference=none'),
  ofPayments('-between', () => `from=${daysAgo(40)}&to=${daysAgo(20)}`),
  ofPayments('-between-deep', (number) => `from=${daysAgo(40)}&to=${daysAgo(20)}&cursor=intent-${number}`),
  ofPartner('users', USERS_PATH),
  ofPartner('users-deep', USERS_PATH, (number) => `cursor=listed-user-${number}`),
  ofPartner('users-pubkey', USERS_PATH, () => `pubkey=${SHARED_PUBKEY}`),
  ofPartner('users-pubkey-deep', USERS_PATH, (number) => `pubkey=${SHARED_PUBKEY}&cursor=listed-user-${number}`),
  ofPartner('users-pubkey-none', USERS_PATH, () => 'pubkey=0xnone'),
  ofPartner('api-keys', KEYS_PATH),
  ofPartner('api-keys-deep', KEYS_PATH, (number) => `cursor=listed-key-${number}`),
  ofPartner('links', `${ME}/links`),
  ofPartner('links-deep', `${ME}/links`, (number) => `cursor=link-${number}`),
  ofPartner('deliveries', DELIVERIES_PATH),
  ofPartner('deliveries-deep', DELIVERIES_PATH, (number) => `cursor=evt_${number}`),
  ofPartner('deliveries-status', DELIVERIES_PATH, () => 'status=DELIVERED'),
  ofPartner('deliveries-status-deep', DELIVERIES_PATH, (number) => `status=DELIVERED&cursor=evt_${number}`),
  ofPartner('deliveries-status-old', DELIVERIES_PATH, () => `status=${STATUS_OF_FORGOTTEN_DELIVERIES}`),
  ofPartner('deliveries-status-none', DELIVERIES_PATH, () => `status=${STATUS_OF_NO_DELIVERY}`),
  ofPartner('events', `${ME}/events`),
  ofPartner('events-deep', `${ME}/events`, (number) => `after=${number}`),
];
