import type { NextFunction, Request, Response } from 'express';
import { rejection } from '../../aggregates/rejection';
import { stateOf } from './request-state';
import { parseStrictJson } from './strict-json';

/**
 * Syntax of body and query, once the caller is known and before tsoa looks at the shape. A body that is absent is the
 * empty object, so that a POST without required fields accepts it and another one names the fields.
 */
export const checkShape = (request: Request, _response: Response, next: NextFunction): void => {
  const { body } = stateOf(request);
  request.body = body.length === 0 ? {} : parseStrictJson(body);
  for (const [name, value] of Object.entries(request.query)) {
    if (typeof value !== 'string') {
      throw rejection('VALIDATION_ERROR', 'The query is not valid', { [name]: 'given more than once' });
    }
  }
  next();
};
