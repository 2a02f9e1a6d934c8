import type { PayoutProvider } from '../../../commands/ports/payout-provider';
import { type Ask, about } from './call';
import { REMOTE_NAME } from './protocol';

/** The sandbox's bank as a program of its own: what it answers is checked like any stranger's answer. */
export const remotePayouts = (ask: Ask): PayoutProvider => ({
  ...{ name: REMOTE_NAME, mode: 'sandbox', idempotency: 'NATIVE' },
  kinds: ['PIX_KEY', 'PIX_BRCODE', 'BOLETO', 'GIFT_CARD'],
  resolveBrCode: (context, brCode) => ask('payouts.resolveBrCode', context, [brCode]),
  resolveKey: (context, key) => ask('payouts.resolveKey', context, [key]),
  resolveBoleto: (context, barcode) => ask('payouts.resolveBoleto', context, [barcode]),
  resolveGiftCard: (context, productCode) => ask('payouts.resolveGiftCard', context, [productCode]),
  create: async (context, request) => {
    const { idempotencyKey: key, amount: cents, notAfter } = request;
    const answer = await ask('payouts.create', context, [request], notAfter);
    return about(answer, ({ idempotencyKey, amount }) => idempotencyKey === key && amount === cents);
  },
  get: async (context, key) =>
    about(await ask('payouts.get', context, [key]), ({ idempotencyKey }) => idempotencyKey === key),
  list: (context, from, to) => ask('payouts.list', context, [from, to]),
});
