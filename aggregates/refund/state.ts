import type { Cents } from '../money';
import type { RefundEvent, RefundReason } from './events';

/** Sent, perhaps made: only an outcome of its key moves the refund on. */
export type SentRefund = Owed & {
  readonly attempt: number;
  readonly refundKey: string;
  readonly provider: string;
  readonly sentCents: Cents;
  readonly dispatchedAt: string;
} & (
    | { readonly phase: 'DISPATCHED'; readonly notAfter: string }
    | { readonly phase: 'UNKNOWN'; readonly unknownAt: string }
  );

interface Owed {
  readonly reason: RefundReason;
  readonly dueCents: Cents;
}

export type RefundState =
  | (Owed & { readonly phase: 'DUE'; readonly attempt: number; readonly notBefore: string })
  | SentRefund
  | (Owed & { readonly phase: 'REFUSED'; readonly attempt: number })
  | DoneRefund;

export type DoneRefund = Owed & {
  readonly phase: 'DONE';
  readonly refundKey: string;
  readonly doneCents: Cents;
  readonly returnId: string | null;
  /** Key of a sent refund without an outcome when operators gave the PIX back; a late refund is possible. */
  readonly overruledKey: string | null;
};

/** Refused during an open dispute: not executed, and the same attempt continues afterwards. */
export const DISPUTED = 'DISPUTED';
export const DISPUTED_WAIT_MS = 3_600_000;

export const isSent = (refund: RefundState | null): refund is SentRefund =>
  refund?.phase === 'DISPATCHED' || refund?.phase === 'UNKNOWN';

export const evolveRefund = (state: RefundState | null, event: RefundEvent): RefundState | null => {
  if (event.type === 'ChargeRefundDue') return state ?? dueBy(event);
  if (state === null || state.phase === 'DONE') return state;
  const { reason, dueCents } = state;
  switch (event.type) {
    case 'ChargeRefundDispatched': {
      const { attempt, refundKey, provider, amountCents, dispatchedAt, notAfter } = event.data;
      const sent = { attempt, refundKey, provider, sentCents: BigInt(amountCents), dispatchedAt, notAfter };
      return { phase: 'DISPATCHED', reason, dueCents, ...sent };
    }
    case 'ChargeRefundUnknown': {
      if (!isSent(state)) return state;
      const { attempt, refundKey, provider, sentCents, dispatchedAt } = state;
      const sent = { attempt, refundKey, provider, sentCents, dispatchedAt };
      return { phase: 'UNKNOWN', reason, dueCents, ...sent, unknownAt: event.data.unknownAt };
    }
    case 'ChargeRefundRejected': {
      if (!isSent(state)) return state;
      const { attempt } = state;
      const { nextAttemptAt, code } = event.data;
      if (nextAttemptAt === null) return { phase: 'REFUSED', reason, dueCents, attempt };
      const next = code === DISPUTED ? attempt : attempt + 1;
      return { phase: 'DUE', reason, dueCents, attempt: next, notBefore: nextAttemptAt };
    }
    case 'ChargeRefundDone': {
      const { refundKey, amountCents, returnId } = event.data;
      const overruledKey = isSent(state) && state.refundKey !== refundKey ? state.refundKey : null;
      return { phase: 'DONE', reason, dueCents, refundKey, doneCents: BigInt(amountCents), returnId, overruledKey };
    }
  }
};

const dueBy = ({ data }: Extract<RefundEvent, { readonly type: 'ChargeRefundDue' }>): RefundState => ({
  ...{ phase: 'DUE', reason: data.reason, dueCents: BigInt(data.amountCents) },
  ...{ attempt: 1, notBefore: data.dueAt },
});

/** A lost dispute reduces the due amount. A sent refund cannot be cancelled. */
export const withoutLost = (refund: RefundState | null, lostCents: Cents): RefundState | null => {
  if (refund === null || (refund.phase !== 'DUE' && refund.phase !== 'REFUSED')) return refund;
  return { ...refund, dueCents: refund.dueCents > lostCents ? refund.dueCents - lostCents : 0n };
};
