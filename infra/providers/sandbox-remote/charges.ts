import type { ChargeProvider } from '../../../commands/ports/providers/charge-provider';
import { type Ask, about } from './call';
import { REMOTE_NAME } from './protocol';

/** The simulated payers' bank as a program of its own. */
export const remoteCharges = (ask: Ask): ChargeProvider => ({
  ...{ name: REMOTE_NAME, mode: 'sandbox', kinds: ['PIX', 'PIX_SPLIT'], idempotency: 'NATIVE' },
  create: async (context, request) => {
    const { idempotencyKey: key, amount: cents, notAfter } = request;
    const answer = await ask('charges.create', context, [request], notAfter);
    return about(answer, ({ idempotencyKey, amount }) => idempotencyKey === key && amount === cents);
  },
  get: async (context, key) =>
    about(await ask('charges.get', context, [key]), ({ idempotencyKey }) => idempotencyKey === key),
  cancel: async (context, key) =>
    about(await ask('charges.cancel', context, [key]), ({ idempotencyKey }) => idempotencyKey === key),
  refund: async (context, request) => {
    const { idempotencyKey: key, amount: cents, notAfter } = request;
    const answer = await ask('charges.refund', context, [request], notAfter);
    return about(answer, ({ idempotencyKey, amount }) => idempotencyKey === key && amount === cents);
  },
  getRefund: async (context, key) =>
    about(await ask('charges.getRefund', context, [key]), ({ idempotencyKey }) => idempotencyKey === key),
  listCredits: (context, from, to) => ask('charges.listCredits', context, [from, to]),
});
