import type { NextFunction, Request, Response } from 'express';
import { rejection } from '../../aggregates/rejection';
import { parsedBodyOf } from './parsed-body';

/**
 * Syntax of body and query, once the caller is known and before tsoa looks at the shape.
 */
export const checkShape = (request: Request, _response: Response, next: NextFunction): void => {
  request.body = parsedBodyOf(request);
  for (const [name, value] of Object.entries(request.query)) {
    if (typeof value !== 'string') {
      throw rejection('VALIDATION_ERROR', 'The query is not valid', { [name]: 'given more than once' });
    }
  }
  next();
};
