import type { Request } from 'express';
import { isRejection } from '../../../../aggregates/rejection';
import { opsOf, stateOf } from '../../request/request-state';
import { isSurfaceRefusal } from '../../surface-refusal';
import { OPS_REFUSALS } from '../ops-deps';

/** Logs and counts each refused caller; neither a token nor a key is in the line. */
export const reportingRefusals = async <Value>(request: Request, admit: () => Promise<Value>): Promise<Value> => {
  try {
    return await admit();
  } catch (error) {
    const code = OPS_REFUSALS.find((each) => each === codeOf(error));
    if (code !== undefined) {
      const { deps, requestId, address } = stateOf(request);
      deps.logger.warn(
        { requestId, address, code, method: request.method, ...(code === 'SIGN_IN_REFUSED' ? reasonOf(error) : {}) },
        'a request of an operator was refused',
      );
      opsOf(request).refused(code);
    }
    throw error;
  }
};

export const codeOf = (error: unknown): string | null => {
  if (isRejection(error)) return error.rejection.code;
  return isSurfaceRefusal(error) ? error.surface.code : null;
};

/** Our own words: nothing of the identity provider is in them. */
const reasonOf = (error: unknown) => (error instanceof Error ? { reason: error.message } : {});
