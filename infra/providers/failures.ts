import type { Failure, FailureCode, FailureKind } from '../../commands/ports/result';

/** Usage: `failure('sandbox', 'REJECTED', 'CODE_INVALID', 'The code is malformed')`. */
export const failure = (provider: string, kind: FailureKind, code: FailureCode, message: string): Failure => ({
  ok: false,
  kind,
  code,
  provider,
  message,
});
