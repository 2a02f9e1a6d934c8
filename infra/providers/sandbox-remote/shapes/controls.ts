import { z } from 'zod';
import type {
  Decided,
  PayoutDecision,
  SimulatedPayout,
  SimulatedPix,
} from '../../../../commands/ports/sandbox-controls';
import { payoutState } from './payouts';
import { cents, code, milliseconds, text } from './values';

export const payoutDecision: z.ZodType<PayoutDecision> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('SETTLE') }),
  z.object({ kind: z.literal('REJECT'), code }),
  z.object({ kind: z.literal('RETURN'), amountCents: cents.nullable() }),
]);

const simulatedPayout: z.ZodType<SimulatedPayout> = z.object({
  ...{ state: payoutState, amountCents: cents, returnedCents: cents },
});

export const decided: z.ZodType<Decided> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('DONE'), payout: simulatedPayout }),
  z.object({ kind: z.literal('UNKNOWN') }),
  z.object({ kind: z.literal('TOO_LATE'), state: payoutState }),
  z.object({ kind: z.literal('TOO_MUCH'), leftCents: cents }),
]);

export const simulatedPix: z.ZodType<SimulatedPix> = z.object({
  ...{ amountCents: cents.exactOptional(), payerTaxId: text.exactOptional(), paidAtMs: milliseconds.exactOptional() },
});
