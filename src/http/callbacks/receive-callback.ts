import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { rejection } from '../../../aggregates/rejection';
import type { StoredCallback } from '../../../commands/ports/callback-inbox';
import type { CallbackContent, CallbackHint, CallbackSource } from '../../../commands/ports/providers/callback-source';
import { stateOf } from '../request/request-state';
import { surfaceRefusal, UNAUTHORIZED } from '../surface-refusal';
import type { CallbackDoor } from './callback-door';

/** More are not followed; open orders are asked about all the same. */
const MOST_HINTS = 1_000;

/** Ids and keys that fit a row and a log: any other text is not ours. */
const NAME = /^[\x21-\x7e]{1,200}$/;

/** Authenticates, stores once, and answers. The work that follows asks the provider. */
export const receiveCallback =
  (
    door: CallbackDoor,
    surface: CallbackSource['surface'],
    isFromProxy: (request: Request) => boolean,
  ): RequestHandler =>
  async (request, response) => {
    const { body, deps } = stateOf(request);
    const source = mustBeAuthentic(door, surface, request, isFromProxy(request));
    if (body.length > 0) await storeOnce(door, request, callbackOf(source, body, deps.clock.now()));
    // Past the deadline the provider has its answer.
    if (!response.headersSent) response.status(200).json({});
  };

/** Refuses 401. */
export const mustBeAuthentic = (
  { sources }: Pick<CallbackDoor, 'sources'>,
  surface: CallbackSource['surface'],
  request: Request,
  isFromProxy: boolean,
): CallbackSource => {
  const { body } = stateOf(request);
  const source = sources.find((each) => each.surface === surface && each.provider === request.params['provider']);
  const isAuthentic = source?.isAuthentic({ headers: request.headers, body, isFromProxy });
  // A stranger does not learn which providers are configured.
  if (source === undefined || isAuthentic !== true) throw surfaceRefusal('UNAUTHORIZED', UNAUTHORIZED);
  return source;
};

const storeOnce = async (door: CallbackDoor, request: Request, callback: Callback): Promise<void> => {
  if (!door.mayStore())
    throw rejection('SERVICE_UNAVAILABLE', 'The service cannot store callbacks now: repeat the call later');
  const { body, deps, requestId } = stateOf(request);
  const { isReadable, ...stored } = callback;
  if (!isReadable) {
    const { source, eventId } = stored;
    deps.logger.warn({ requestId, source, eventId }, 'an authentic callback cannot be read');
  }
  await door.store(stored, body);
  if (stored.hints.length > 0) door.onStored();
};

interface Callback extends StoredCallback {
  readonly isReadable: boolean;
}

const UNREADABLE: CallbackContent = { eventId: null, hints: [] };

const callbackOf = ({ surface, provider, read }: CallbackSource, body: Buffer, nowMs: number): Callback => {
  const content = read(body);
  const { eventId, hints } = content ?? UNREADABLE;
  return {
    source: `${surface}/${provider}`,
    eventId: eventId !== null && NAME.test(eventId) ? eventId : `sha256:${sha256Of(body)}`,
    hints: hints.filter(isNamed).slice(0, MOST_HINTS),
    receivedAtMs: nowMs,
    isReadable: content !== null,
  };
};

const isNamed = ({ key }: CallbackHint): boolean => NAME.test(key);

const sha256Of = (body: Buffer): string => createHash('sha256').update(body).digest('hex');
