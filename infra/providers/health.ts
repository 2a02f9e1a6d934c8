import type { Failure } from '../../commands/ports/providers/result';

export interface Health {
  /** The balance of the default account, in centavos; null: unknown. */
  readonly balanceCents: bigint | null;
  /** Remaining and highest number of key look-ups; null: unknown, or the bank does not count them. */
  readonly tokens: { readonly tokens: number; readonly maxTokens: number } | null;
  readonly error: Pick<Failure, 'code' | 'message'> | null;
}
