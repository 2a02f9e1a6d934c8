import type { LedgerEvent, Recorded } from '../../../aggregates/events';
import { rejection } from '../../../aggregates/rejection';
import { partsOfStream, type StreamName, streamNameOf } from '../../../aggregates/stream';
import type { ReadDeps } from '../../handling/reading/read-stream';
import type { HandleDeps } from '../../handling/request';
import type { AskedPayout } from '../../ports/providers/payout-provider';
import { cashoutOwner } from './cashout-owner';
import type { Asked, OwedPayout, PayoutOwner } from './owner';
import { withdrawalOwner } from './withdrawal-owner';

const OWNERS: readonly PayoutOwner[] = [cashoutOwner, withdrawalOwner];

export interface PlacedPayout extends OwedPayout {
  readonly stream: StreamName;
  /** The owner's id; provider keys derive from it. */
  readonly id: string;
  /** Provider key of each attempt to the provider it was sent to; null while only requested. */
  readonly sentTo: ReadonlyMap<string, string | null>;
  readonly sentAt: ReadonlyMap<string, string>;
}

export const readPayout = (eventStore: HandleDeps['eventStore'], stream: StreamName): Promise<PlacedPayout | null> =>
  readPayoutToSend({ eventStore }, stream);

/** The same, but keeps the stream for `recalls`: the fence at the exact revision needs no second read. */
export const readPayoutToSend = async (deps: ReadDeps, stream: StreamName): Promise<PlacedPayout | null> => {
  const { owner, id } = ownerOf(stream);
  const { owed, history } = await owner.read(deps, id);
  return owed === null ? null : { ...owed, stream, id, sentTo: sentToIn(history), sentAt: sentAtIn(history) };
};

export const findOwedPayout = async (
  eventStore: HandleDeps['eventStore'],
  paymentId: string,
): Promise<PlacedPayout | null> => {
  for (const owner of OWNERS) {
    const found = await readPayout(eventStore, streamNameOf(owner, paymentId));
    if (found !== null) return found;
  }
  return null;
};

/** Refuses NOT_FOUND. */
export const mustOwe = async (eventStore: HandleDeps['eventStore'], paymentId: string): Promise<PlacedPayout> => {
  const owed = await findOwedPayout(eventStore, paymentId);
  if (owed === null) throw rejection('NOT_FOUND', 'No payment with a payout has this id');
  return owed;
};

export const recallPayout = async (
  deps: ReadDeps,
  stream: StreamName,
): Promise<(OwedPayout & { readonly id: string }) | null> => {
  const { owner, id } = ownerOf(stream);
  const owed = await owner.recall(deps, id);
  return owed === null ? null : { ...owed, id };
};

/** Answers the events written, now or by an earlier run of the command. */
export const askPayout = (
  deps: HandleDeps,
  stream: StreamName,
  asked: Omit<Asked, 'id'>,
): Promise<readonly LedgerEvent[]> => {
  const { owner, id } = ownerOf(stream);
  return owner.ask(deps, { id, ...asked });
};

const ownerOf = (stream: StreamName): { readonly owner: PayoutOwner; readonly id: string } => {
  const parts = partsOfStream(stream);
  const owner = OWNERS.find(({ category }) => category === parts?.category);
  if (owner === undefined || parts === null) throw new Error(`Stream ${stream} has no payouts`);
  return { owner, id: parts.id };
};

const sentToIn = (history: readonly Recorded[]): ReadonlyMap<string, string | null> => {
  const sentTo = new Map<string, string | null>();
  for (const { type, data } of history) {
    if (type === 'PayoutRequested') sentTo.set(data.providerKey, null);
    if (type === 'PayoutDispatched') sentTo.set(data.providerKey, data.provider);
  }
  return sentTo;
};

const sentAtIn = (history: readonly Recorded[]): ReadonlyMap<string, string> => {
  const sentAt = new Map<string, string>();
  for (const { type, data } of history)
    if (type === 'PayoutDispatched' && !sentAt.has(data.providerKey)) sentAt.set(data.providerKey, data.dispatchedAt);
  return sentAt;
};

const EVER = '1970-01-01T00:00:00.000Z';

/** `unlessSent`: for a key that the log does not know to be sent. */
export const askedUnder = (
  { terms, sentAt }: Pick<PlacedPayout, 'terms' | 'sentAt'>,
  idempotencyKey: string,
  unlessSent = EVER,
): AskedPayout => ({ idempotencyKey, kind: terms.kind, sentAt: sentAt.get(idempotencyKey) ?? unlessSent });
