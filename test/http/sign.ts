import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { Express } from 'express';
import request from 'supertest';
import type { HttpWorld, Partner } from './world';

export interface Signing {
  readonly partnerId: string;
  /** Text, or the key's bytes. */
  readonly signingKey: string | Buffer;
  readonly method: string;
  readonly path: string;
  /** The text whose hash is signed. */
  readonly signedBody: string;
  readonly timestamp: number | string;
  readonly nonce: string;
}

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Written from the specification alone (part 5), with none of the service's code. */
export const keyOf = (secret: string, partnerId: string): string => sha256Hex(`${secret}:${partnerId}`);

export const signatureOf = ({ signingKey, method, path, timestamp, nonce, signedBody }: Signing): string =>
  createHmac('sha256', signingKey)
    .update(`${method}\n${path}\n${timestamp}\n${nonce}\n${sha256Hex(signedBody)}`)
    .digest('hex');

export const headerOf = (signing: Signing): string =>
  `HMAC-SHA256 partnerId=${signing.partnerId},timestamp=${signing.timestamp},nonce=${signing.nonce},signature=${signatureOf(signing)}`;

export interface Sent {
  readonly method?: string;
  readonly path?: string;
  readonly body?: string;
  readonly app?: Express;
}

const KEYS = '/api/v1/partners/me/api-keys';
const TOKEN = '/api/v1/auth/token';

/** Signs as the partner of the scene and sends to its world. */
export const signedRequests = (scene: () => { readonly world: HttpWorld; readonly partner: Partner }) => {
  const now = (): number => Math.floor(scene().world.clock.now() / 1_000);
  /** A signed GET of the keys, but for the changes. */
  const signing = (changes: Partial<Signing> = {}, by = scene().partner): Signing => ({
    partnerId: by.partnerId,
    signingKey: keyOf(by.hmacSecret, by.partnerId),
    method: 'GET',
    path: KEYS,
    signedBody: '',
    timestamp: now(),
    nonce: randomUUID(),
    ...changes,
  });
  const send = async (authorization: string | string[], { method = 'GET', path = KEYS, body = '', app }: Sent = {}) => {
    const asked = request(app ?? scene().world.app);
    const verb = method === 'POST' ? asked.post(path) : method === 'DELETE' ? asked.delete(path) : asked.get(path);
    const prepared = verb.set('Authorization', authorization as string);
    return body === '' ? prepared : prepared.set('Content-Type', 'application/json').send(body);
  };
  /** A POST for a user that does not exist: an accepted caller gets 404. */
  const post = (body: string, signedBody: string, changes: Partial<Signing> = {}) =>
    send(headerOf(signing({ method: 'POST', path: TOKEN, signedBody, ...changes })), {
      method: 'POST',
      path: TOKEN,
      body,
    });
  return { now, signing, send, post };
};
