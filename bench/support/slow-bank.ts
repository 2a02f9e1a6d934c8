import { setTimeout as pause } from 'node:timers/promises';
import type { Payout, PayoutProvider } from '../../commands/ports/providers/payout-provider';
import type { Failure } from '../../commands/ports/providers/result';
import { failure } from '../../infra/providers/failures';

const NAME = 'bench';

const unasked: Failure = failure(NAME, 'UNAVAILABLE', 'OTHER', 'Nobody should ask this bank');

/** A bank that settles each order within its one answer, which takes so long. */
export const slowBank = (answerAfterMs: number): PayoutProvider => ({
  ...{ name: NAME, mode: 'sandbox', kinds: ['PIX_BRCODE'], idempotency: 'NATIVE' },
  books: 'PARTNER',
  create: async (_context, { idempotencyKey, amount }) => {
    await pause(answerAfterMs);
    const value: Payout = {
      ...{ idempotencyKey, amount, state: 'SETTLED', providerId: `sbx_pay_${idempotencyKey}` },
      ...{ endToEndId: `sbx_E${idempotencyKey}`, settledAt: new Date().toISOString() },
    };
    return { ok: true, value };
  },
  get: async () => unasked,
  list: async () => unasked,
  resolveBrCode: async () => unasked,
  resolveKey: async () => unasked,
  resolveBoleto: async () => unasked,
  resolveGiftCard: async () => unasked,
});
