import type { Failure, FailureCode, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Client } from './client';

// For providers that find an order only by a question, and accept no order twice.

/** The provider has no order yet: another attempt is safe. */
export const withoutEffect = (failure: Failure): Failure =>
  failure.kind === 'REJECTED' ? failure : { ...failure, kind: 'RETRYABLE' };

/** The provider may refuse a repetition: its order under the key decides. Null: the provider has the order. */
export const refusedOrder = (
  client: Pick<Client, 'name'>,
  code: FailureCode,
  held: Result<unknown>,
): Failure | null => {
  if (held.ok) return null;
  const fail = failingAs(client);
  const isUnheld = held.kind === 'NOT_FOUND' || (code === 'AUTH' && held.code === 'AUTH');
  if (!isUnheld) return { ...held, kind: 'UNKNOWN' };
  if (code === 'DUPLICATE_KEY') return fail('UNKNOWN', 'OTHER', `${client.name} has the order but does not show it`);
  return code === 'AUTH'
    ? fail('RETRYABLE', 'AUTH', `${client.name} rejects the credentials, or a person must confirm`)
    : fail('REJECTED', code, `${client.name} refuses the order`);
};
