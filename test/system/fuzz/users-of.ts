import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LOCAL_NETWORK } from '../../../infra/catalog/local-network';
import { untilServed } from './busy';
import type { Send } from './racing';
import type { Reply } from './requests/http-client';

/** Ids that a partner gives a user. */
export interface Person {
  readonly externalUserId: string;
  readonly pubkey: string;
}

export const newExternalId = (): string => `person-${randomUUID()}`;
export const newPubkey = (): string => `0x${randomBytes(20).toString('hex')}`;
export const newPerson = (): Person => ({ externalUserId: newExternalId(), pubkey: newPubkey() });

/** What the partner's own user routes say, each asked again while the service is busy. */
export interface UsersOf {
  readonly register: (runner: number, person: Partial<Person>) => Promise<Reply>;
  readonly changeWallet: (runner: number, userId: string, pubkey: string) => Promise<Reply>;
  readonly changeExternalId: (runner: number, userId: string, externalUserId: string) => Promise<Reply>;
  /** The user whom a token is for; null when there is none to be had. */
  readonly userOfToken: (named: { readonly uid: string } | { readonly pubkey: string }) => Promise<string | null>;
  /** A new user of these ids. */
  readonly created: (person: Person) => Promise<string>;
}

export const isTaken = ({ status }: Reply): boolean => status === 409;
export const isDone = ({ status }: Reply): boolean => status === 200 || status === 201;

/** Null for what is no user. */
export const userIdIn = ({ text }: Reply): string | null =>
  (JSON.parse(text) as { readonly data?: { readonly userId?: string } }).data?.userId ?? null;

export const usersOf = (send: Send, authorization: string): UsersOf => {
  const ask = async (runner: number, method: string, path: string, body: object): Promise<Reply> =>
    (await untilServed(() => send(runner, { method, path: `/api/v1/${path}`, authorization, body }))).answer;
  const register: UsersOf['register'] = (runner, person) => {
    const blockchain = person.pubkey === undefined ? {} : { blockchain: LOCAL_NETWORK };
    return ask(runner, 'POST', 'users', { ...person, ...blockchain });
  };
  return {
    register,
    changeWallet: (runner, userId, pubkey) =>
      ask(runner, 'PUT', `users/${userId}/wallet`, { pubkey, blockchain: LOCAL_NETWORK }),
    changeExternalId: (runner, userId, externalUserId) =>
      ask(runner, 'PUT', `users/${userId}/external-id`, { externalUserId }),
    userOfToken: async (named) => {
      const answer = await ask(0, 'POST', 'auth/token', named);
      return answer.status === 200 ? uidOf(answer) : null;
    },
    created: async (person) => {
      const answer = await register(0, person);
      const userId = userIdIn(answer);
      // 200: the answer of a first try was lost, and the repetition found what it had made.
      if (!isDone(answer) || userId === null) throw new Error(`no new user: ${answer.status} ${answer.text}`);
      await untilShown(() => send(0, { method: 'GET', path: `/api/v1/users/${userId}`, authorization }));
      return userId;
    },
  };
};

const MOST_LOOKS = 300;
const BETWEEN_LOOKS_MS = 100;

/** A busy service answers before its read models have caught up. */
const untilShown = async (look: () => Promise<Reply>): Promise<void> => {
  for (let count = 0; count < MOST_LOOKS; count += 1) {
    if ((await look()).status === 200) return;
    await pause(BETWEEN_LOOKS_MS);
  }
  throw new Error('a new user is never shown');
};

const uidOf = ({ text }: Reply): string => {
  const { data } = JSON.parse(text) as { readonly data: { readonly token: string } };
  const claims = Buffer.from(data.token.split('.')[1] ?? '', 'base64url').toString('utf8');
  return (JSON.parse(claims) as { readonly uid: string }).uid;
};
