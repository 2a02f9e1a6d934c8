import type { NextFunction, Request, Response } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { parsedBodyOf } from './parsed-body';

const NUL = '\0';

/**
 * Syntax of path, query and body, once the caller is known and before tsoa looks at the shape. A NUL is in no id and in
 * no text that PostgreSQL can compare.
 */
export const checkShape = (request: Request, _response: Response, next: NextFunction): void => {
  request.body = parsedBodyOf(request);
  if (Object.values(request.params).some((value) => value.includes(NUL))) throw rejection('NOT_FOUND', 'Not found');
  for (const [name, value] of Object.entries(request.query)) {
    if (typeof value !== 'string') {
      throw rejection('VALIDATION_ERROR', 'The query is not valid', { [name]: 'given more than once' });
    }
    if (value.includes(NUL)) throw rejection('VALIDATION_ERROR', 'The query is not valid', { [name]: 'has a NUL' });
  }
  next();
};
