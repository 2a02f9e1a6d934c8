import { isRejection, rejection } from '../../../aggregates/rejection';

/** For a surface with other names for a command's fields; every other error does not change. */
export const throwWithNames =
  (names: Readonly<Record<string, string>>) =>
  (error: unknown): never => {
    if (!isRejection(error) || error.rejection.fieldErrors === undefined) throw error;
    const { code, message, fieldErrors } = error.rejection;
    const renamed = Object.entries(fieldErrors).map(([field, detail]) => [names[field] ?? field, detail] as const);
    throw rejection(code, message, Object.fromEntries(renamed));
  };
