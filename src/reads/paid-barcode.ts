import { cashout } from '../../aggregates/cashout/cashout';
import type { CashoutIntentCreated } from '../../aggregates/cashout/events';
import type { Recorded } from '../../aggregates/events';
import { isClosedStream } from '../../aggregates/stream-fault';
import { historyOf } from '../../commands/handling/reading/read-stream';
import type { EventStore } from '../../commands/ports/event-store';
import type { KeyVault } from '../../commands/ports/key-vault';
import type { PayoutMethod } from '../../commands/ports/providers/payout-provider';
import type { UserScope } from '../../read-models/reader';

export interface PaidBarcodeDeps {
  readonly eventStore: Pick<EventStore, 'readStream'>;
  readonly vault: Pick<KeyVault, 'open'>;
}

/** Barcode of the boleto that the user's own intent pays; null for any other intent or when it cannot be opened. */
export const paidBarcode =
  ({ eventStore, vault }: PaidBarcodeDeps) =>
  async (scope: UserScope, intentId: string): Promise<string | null> => {
    const [created] = await historyOf(eventStore, cashout, intentId).catch(unlessClosed);
    if (created?.type !== 'CashoutIntentCreated' || !isOwn(scope, created.data)) return null;
    const opened = await vault.open(created.data.payout.instruction);
    const instruction = opened === null ? null : (JSON.parse(opened) as PayoutMethod);
    return instruction?.kind === 'BOLETO' ? instruction.barcode : null;
  };

/** The payment answers from its row, without data that only the lost stream had. */
const unlessClosed = (error: unknown): readonly Recorded[] => {
  if (isClosedStream(error)) return [];
  throw error;
};

const isOwn = (scope: UserScope, { userId, partnerId, mode }: CashoutIntentCreated): boolean =>
  userId === scope.userId && partnerId === scope.partnerId && mode === scope.mode;
