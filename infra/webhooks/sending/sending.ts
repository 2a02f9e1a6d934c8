import { giveBack } from '../attempts';
import { type ClaimedAttempt, claimDueAttempts } from '../claims';
import { type Books, type DeliveryDeps, deliver } from '../delivery';
import { sharingReads } from '../prepare';
import type { SendingLoad } from './load';
import type { WaitingAttempts } from './waiting-attempts';
import type { Workers } from './workers';

/** Attempts that this process sends and is about to send. */
export interface Desk {
  readonly sending: Workers;
  readonly load: SendingLoad;
  readonly waitingAttempts: WaitingAttempts;
  /** Acknowledged but not written yet: they no longer count for their receivers. */
  readonly acknowledged: Set<ClaimedAttempt>;
  readonly wake: () => void;
  isFull: boolean;
}

export interface SendingDeps extends DeliveryDeps, Books {
  readonly owner: string;
  readonly limits: { readonly leaseMs: number; readonly maximumInFlight: number };
}

const SLOW_SHARE = 1 / 4;

export const sendDue = async (deps: SendingDeps, desk: Desk): Promise<void> => {
  const { sending, waitingAttempts, acknowledged, load } = desk;
  await giveBackAll(deps, waitingAttempts.takeOverdue());
  const room = sending.room() - waitingAttempts.size();
  desk.isFull = room <= 0;
  if (desk.isFull) return;
  const { leaseMs, maximumInFlight } = deps.limits;
  const slowSlots = Math.max(1, Math.floor(maximumInFlight * SLOW_SHARE));
  const request = { nowMs: deps.clock.now(), leaseMs, owner: deps.owner, slowSlots, room };
  const claims = await claimDueAttempts(deps.pool, { ...request, acknowledged: [...acknowledged] });
  desk.isFull = claims.length >= room;
  if (claims.length > 0) load.noteClaimed();
  const shared = { ...deps, ...sharingReads(deps) };
  waitingAttempts.place(claims, (claimed) => sending.begin(() => sendOne(shared, desk, claimed)));
};

const sendOne = async (
  deps: SendingDeps,
  { acknowledged, waitingAttempts, wake }: Desk,
  claimed: ClaimedAttempt,
): Promise<void> => {
  const onAcknowledged = () => {
    acknowledged.add(claimed);
    waitingAttempts.next(claimed);
    if (waitingAttempts.isLow(claimed)) wake();
  };
  try {
    await deliver(deps, claimed, onAcknowledged);
  } finally {
    if (!acknowledged.delete(claimed)) {
      // The destination may take less from now on: the next claim knows.
      await giveBackAll(deps, waitingAttempts.clear(claimed));
      waitingAttempts.next(claimed);
      wake();
    }
  }
};

/** Never rejects: an attempt that cannot be released is claimed again after its lease. */
export const giveBackAll = async (
  { pool, clock, logger }: Pick<DeliveryDeps, 'pool' | 'clock' | 'logger'>,
  claims: readonly ClaimedAttempt[],
): Promise<void> => {
  if (claims.length === 0) return;
  await giveBack(pool, claims, clock.now()).catch((error: unknown) =>
    logger.warn({ err: error }, 'Webhooks that were claimed ahead could not be released'),
  );
};
