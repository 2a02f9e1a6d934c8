import { cashout } from '../../aggregates/cashout/cashout';
import { historyOf } from '../../commands/handling/reading/read-stream';
import type { EventStore } from '../../commands/ports/event-store';
import { cashoutIntentsProjection } from '../../projections/payments/cashout-intents';
import type { Get } from '../../projections/projection';
import { type CashoutIntentRow, cashoutIntents } from '../../read-models/payments/cashout-intents';
import type { UserScope } from '../../read-models/reader';
import type { Row } from '../../read-models/table';

/** Makes a row that the read model lacks from the intent's stream, with the same projection. */
export const foldCashoutIntent =
  (eventStore: Pick<EventStore, 'readStream'>) =>
  async (scope: UserScope, intentId: string): Promise<CashoutIntentRow | null> => {
    let row: Row | null = null;
    const get = ((table: { readonly name: string }) =>
      table.name === cashoutIntents.name ? (row ?? undefined) : undefined) as Get;
    for (const event of await historyOf(eventStore, cashout, intentId)) {
      for (const { table, row: changed } of cashoutIntentsProjection.apply(event, get)) {
        if (table.name === cashoutIntents.name) row = changed;
      }
    }
    const folded = row as CashoutIntentRow | null;
    const isOwn =
      folded?.user_id === scope.userId && folded.partner_id === scope.partnerId && folded.mode === scope.mode;
    return isOwn ? folded : null;
  };
