import type { Request } from 'express';
import { stateOf } from './request-state';
import { parseStrictJson } from './shape/strict-json';

/** Parsed once: the verified body is the used one. An absent body is `{}`. Throws VALIDATION_ERROR. */
export const parsedBodyOf = (request: Request): unknown => {
  const state = stateOf(request);
  state.parsedBody ??= { value: state.body.length === 0 ? {} : parseStrictJson(state.body) };
  return state.parsedBody.value;
};
