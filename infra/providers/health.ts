import type { Failure } from '../../commands/ports/providers/result';

export interface Health {
  /** The balance of the default account, in centavos; null: unknown. */
  readonly balanceCents: bigint | null;
  /** Look-ups of keys that are left, and at most; null: unknown, or the bank counts none. */
  readonly tokens: { readonly tokens: number; readonly maxTokens: number } | null;
  readonly error: Pick<Failure, 'code' | 'message'> | null;
}
