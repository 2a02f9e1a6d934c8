import type { NextFunction, Request, Response } from 'express';
import { surfaceRefusal } from '../surface-refusal';
import { stateOf } from './request-state';

const MAXIMUM_BYTES = 100 * 1024;
const JSON_TYPE = /^application\/json[\t ]*(?:;[\t ]*charset[\t ]*=[\t ]*"?utf-?8"?[\t ]*)?$/i;

/** Checks size and media type and keeps the raw bytes; they are parsed once the caller is known. */
export const readBody = (request: Request, _response: Response, next: NextFunction): void => {
  if (hasNoBody(request)) {
    next();
    return;
  }
  const refused = refusalOf(request);
  if (refused !== null && !mayBeEmpty(request)) next(refused);
  else collect(request, next);
};

const hasNoBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';

const refusalOf = ({ headers }: Request): Error | null => {
  const length = headers['content-length'];
  if (length !== undefined && BigInt(length) > MAXIMUM_BYTES) return tooLarge();
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    return surfaceRefusal('UNSUPPORTED_MEDIA_TYPE', 'Bodies must not be compressed');
  }
  if (!JSON_TYPE.test(headers['content-type'] ?? '')) {
    return surfaceRefusal('UNSUPPORTED_MEDIA_TYPE', 'Bodies must be application/json in UTF-8');
  }
  return null;
};

/** Only the first bytes of a chunked body show that it is not empty. */
const mayBeEmpty = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined && headers['content-type'] === undefined;

const tooLarge = () => surfaceRefusal('PAYLOAD_TOO_LARGE', `Bodies are at most ${MAXIMUM_BYTES} bytes`);

const collect = (request: Request, next: NextFunction): void => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const finish = (error?: Error): void => {
    request.off('data', onData).off('end', onEnd).off('error', onError);
    const state = stateOf(request);
    state.arrivedMs = performance.now();
    if (error === undefined) state.body = Buffer.concat(chunks);
    next(error);
  };
  const onData = (chunk: Buffer): void => {
    bytes += chunk.length;
    const refused = bytes > MAXIMUM_BYTES ? tooLarge() : refusalOf(request);
    if (refused !== null) finish(refused);
    else chunks.push(chunk);
  };
  const onEnd = (): void => finish();
  // The caller has closed the connection: no answer is needed.
  const onError = (): void => finish(surfaceRefusal('PAYLOAD_TOO_LARGE', 'The body did not arrive'));
  request.on('data', onData).on('end', onEnd).on('error', onError);
};
