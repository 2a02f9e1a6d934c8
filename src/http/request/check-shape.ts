import type { RequestHandler } from 'express';
import { rejection } from '../../../aggregates/rejection';
import { parsedBodyOf } from './parsed-body';

const NUL = '\0';

/**
 * Syntax of path, query and body, between authentication and tsoa's shape check. Refuses NUL, which PostgreSQL cannot
 * compare, and unknown query names: an unknown filter would list everything.
 * @param queryNames what the route takes
 */
export const checkShape = (queryNames: readonly string[]): RequestHandler => {
  const known = new Set(queryNames);
  return (request, _response, next) => {
    request.body = parsedBodyOf(request);
    if (Object.values(request.params).some((value) => value.includes(NUL))) throw rejection('NOT_FOUND', 'Not found');
    const faults = Object.entries(request.query).flatMap(([name, value]) => {
      const fault = known.has(name) ? faultOf(value) : 'unknown parameter';
      return fault === null ? [] : [[name, fault] as const];
    });
    if (faults.length > 0) throw rejection('VALIDATION_ERROR', 'The query is not valid', Object.fromEntries(faults));
    next();
  };
};

const faultOf = (value: unknown): string | null => {
  if (typeof value !== 'string') return 'given more than once';
  return value.includes(NUL) ? 'has a NUL' : null;
};
