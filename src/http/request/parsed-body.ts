import type { Request } from 'express';
import { stateOf } from './request-state';
import { parseStrictJson } from './strict-json';

/**
 * The body, parsed strictly and once: what a signature was verified over is the very object that is acted on. A body
 * that is absent is the empty object, so that a POST without required fields accepts it and another one names the
 * fields. Refuses with VALIDATION_ERROR.
 */
export const parsedBodyOf = (request: Request): unknown => {
  const state = stateOf(request);
  state.parsedBody ??= { value: state.body.length === 0 ? {} : parseStrictJson(state.body) };
  return state.parsedBody.value;
};
