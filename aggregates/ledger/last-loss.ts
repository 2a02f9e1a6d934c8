import type { AcceptedLoss, LedgerIdentityEvent } from './events';

const lossIn = ({ type, data }: LedgerIdentityEvent): AcceptedLoss | null => {
  if (type === 'LedgerOpened') return data.arrival?.loss ?? null;
  if (type !== 'LedgerAttached' || data.lostSince === undefined) return null;
  return { lostSince: data.lostSince, acceptedAt: data.attachedAt };
};

/** The last loss in this identity stream, or in a stream before a move; null without a loss. */
export const lastLossIn = (history: readonly LedgerIdentityEvent[]): AcceptedLoss | null =>
  history.map(lossIn).findLast((loss) => loss !== null) ?? null;
