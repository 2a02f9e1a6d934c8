import type { Payout, PayoutProvider, PayoutRequest } from '../../commands/ports/providers/payout-provider';
import type { CallContext, Result } from '../../commands/ports/providers/result';
import { askedFor } from '../doubles/scripted-provider';
import type { Fault } from './bank-server';

/** Those that a bank may answer an order or a question with. */
export const FAULTS: readonly Fault[] = [
  ...(['RESET_BEFORE', 'RESET_AFTER', 'FAIL_BEFORE', 'FAIL_AFTER', 'DRIP', 'BROKEN', 'HTML', 'DEEP'] as const),
  ...(['UNKNOWN_STATUS', 'UNKNOWN_FIELD', 'NO_NUMBER', 'ANOTHER_AMOUNT', 'ANOTHER_KEY'] as const),
  ...(['RATE_LIMITED', 'EXPIRED_TOKEN'] as const),
];

export const isDefinite = (said: Result<Payout>): boolean =>
  !said.ok && ['REJECTED', 'RETRYABLE', 'RATE_LIMITED', 'NOT_CONFIGURED'].includes(said.kind);

export interface Ordering {
  readonly provider: PayoutProvider;
  readonly call: () => CallContext;
  readonly order: PayoutRequest;
}

/** As the saga: what is uncertain is asked about, and the same key goes on where nothing was executed. */
export const untilCertain = async (
  { provider, call, order }: Ordering,
  first: Result<Payout>,
): Promise<Result<Payout>> => {
  const asked = { ...askedFor(order.idempotencyKey), kind: order.method.kind };
  let said = first;
  for (let round = 0; round < 5 && !said.ok && !isDefinite(said); round += 1) {
    said = await provider.get(call(), asked);
    const mayRepeat = provider.idempotency === 'NATIVE' && !said.ok && said.kind === 'NOT_FOUND';
    if (mayRepeat) said = await provider.create(call(), order);
  }
  return said;
};
