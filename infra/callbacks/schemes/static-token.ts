import type { CallbackSource } from '../../../commands/ports/providers/callback-source';
import { headerOf, isOneOf } from './equal';

export interface StaticToken {
  readonly header: string;
  /** All valid tokens: several during a rotation. */
  readonly tokens: readonly string[];
}

/** A shared secret in a header: it proves who calls, and nothing about the body. */
export const staticTokenScheme =
  ({ header, tokens }: StaticToken): CallbackSource['isAuthentic'] =>
  (callback) =>
    isOneOf(
      headerOf(callback, header),
      tokens.filter((token) => token !== ''),
    );
