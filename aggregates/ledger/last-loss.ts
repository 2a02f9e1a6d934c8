import type { AcceptedLoss, LedgerIdentityEvent } from './events';

const lossIn = ({ type, data }: LedgerIdentityEvent): AcceptedLoss | null => {
  if (type === 'LedgerOpened') return data.arrival?.loss ?? null;
  if (type !== 'LedgerAttached' || data.lostSince === undefined) return null;
  return { lostSince: data.lostSince, acceptedAt: data.attachedAt };
};

/** Of the identity stream, or of one that the ledger has left; null: nothing was ever lost. */
export const lastLossIn = (history: readonly LedgerIdentityEvent[]): AcceptedLoss | null =>
  history.map(lossIn).findLast((loss) => loss !== null) ?? null;
