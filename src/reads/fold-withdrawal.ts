import { withdrawal } from '../../aggregates/withdrawal/withdrawal';
import { historyOf } from '../../commands/handling/reading/read-stream';
import type { EventStore } from '../../commands/ports/event-store';
import { withdrawalsProjection } from '../../projections/payments/withdrawals';
import type { Get } from '../../projections/projection';
import type { WithdrawalRow } from '../../read-models/payments/withdrawals';
import type { UserScope } from '../../read-models/reader';
import type { Row } from '../../read-models/table';

/** Makes a row that the read model lacks, or has in an older form, from the withdrawal's stream. */
export const foldWithdrawal =
  (eventStore: Pick<EventStore, 'readStream'>) =>
  async (scope: UserScope, withdrawId: string): Promise<WithdrawalRow | null> => {
    let row: Row | null = null;
    const get = (() => row ?? undefined) as Get;
    for (const event of await historyOf(eventStore, withdrawal, withdrawId)) {
      for (const change of withdrawalsProjection.apply(event, get)) row = change.row;
    }
    const folded = row as WithdrawalRow | null;
    const isOwn =
      folded?.user_id === scope.userId && folded.partner_id === scope.partnerId && folded.mode === scope.mode;
    return isOwn ? folded : null;
  };
