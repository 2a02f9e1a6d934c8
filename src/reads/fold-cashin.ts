import { cashin } from '../../aggregates/cashin/cashin';
import { historyOf } from '../../commands/handling/reading/read-stream';
import type { EventStore } from '../../commands/ports/event-store';
import { cashinIntentsProjection } from '../../projections/payments/cashin-intents';
import type { Get } from '../../projections/projection';
import type { CashinIntentRow } from '../../read-models/payments/cashin-intents';
import type { UserScope } from '../../read-models/reader';
import type { Row } from '../../read-models/table';

/** Makes a row that the read model lacks from the intent's stream, with the same projection. */
export const foldCashinIntent =
  (eventStore: Pick<EventStore, 'readStream'>) =>
  async (scope: UserScope, intentId: string): Promise<CashinIntentRow | null> => {
    let row: Row | null = null;
    const get = (() => row ?? undefined) as Get;
    for (const event of await historyOf(eventStore, cashin, intentId)) {
      for (const change of cashinIntentsProjection.apply(event, get)) row = change.row;
    }
    const folded = row as CashinIntentRow | null;
    const isOwn =
      folded?.user_id === scope.userId && folded.partner_id === scope.partnerId && folded.mode === scope.mode;
    return isOwn ? folded : null;
  };
