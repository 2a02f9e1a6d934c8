import type { Failure, FailureCode, FailureKind } from '../../commands/ports/providers/result';

export const failure = (provider: string, kind: FailureKind, code: FailureCode, message: string): Failure => ({
  ok: false,
  kind,
  code,
  provider,
  message,
});

export const failingAs =
  ({ name }: { readonly name: string }) =>
  (kind: FailureKind, code: FailureCode, message: string): Failure =>
    failure(name, kind, code, message);
