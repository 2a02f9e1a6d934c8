import { kycStatusOf, user } from '../../../../aggregates/user/user';
import { stateOf } from '../../../../commands/handling/reading/read-stream';
import type { ReadNetworkStanding } from '../../../../commands/ports/chains/network-standing';
import type { Clock } from '../../../../commands/ports/clock';
import type { EventStore } from '../../../../commands/ports/event-store';
import type { ReadUserStanding } from '../../../../commands/ports/user-standing';
import type { OpenDeposit, ReadWhatWaits } from '../../../../commands/ports/what-waits';
import { depositsProjection } from '../../../../projections/deposits';
import { type DepositRow, deposits } from '../../../../read-models/matching/deposits';
import { GRACE_SECONDS } from './catalog';
import type { ProjectedRows } from './memory/projected-rows';
import { settings } from './settings';
import { USED_NOWHERE, workReads } from './work-reads';

/** Every network was looked at just now, and nothing is in question. */
export const goodStanding =
  (clock: Clock): ReadNetworkStanding =>
  async (network) => ({ network, mode: 'sandbox', lookedAt: clock.iso(), questions: {} });

const isOpen = (row: DepositRow): row is DepositRow & Pick<OpenDeposit, 'status'> =>
  ['OBSERVED', 'FINALISED', 'CLAIMED'].includes(row.status);

/** The reads of commands, from streams and rows in memory. */
export const memoryReads = (clock: Clock, eventStore: Pick<EventStore, 'readStream'>, projected: ProjectedRows) => {
  const { ceilingSeconds } = settings.expiry;
  // Every movement is reported before the clock goes on.
  const looks = { watermark: null, unread: 0, graceSeconds: GRACE_SECONDS, ceilingSeconds };
  const userStanding: ReadUserStanding = async (userId) => kycStatusOf(await stateOf(eventStore, user, userId));
  const whatWaits: ReadWhatWaits = async ({ memo }) => ({
    ...{ parked: [], failing: [], asking: null, unread: [], givenUp: [] },
    openDeposits: projected
      .rowsOf(depositsProjection)
      .all(deposits)
      .filter(isOpen)
      .filter(({ memos }) => memos.includes(memo))
      .map(({ deposit_id: depositId, status, updated_at: since }) => ({ depositId, status, since })),
    network: { lookedAt: clock.iso(), questions: {} },
  });
  return {
    ...workReads(
      projected,
      () => ({ ...looks, lookedAt: clock.iso() }),
      () => clock.iso(),
    ),
    ...{ ...USED_NOWHERE, userStanding, whatWaits, readStanding: goodStanding(clock) },
  };
};
