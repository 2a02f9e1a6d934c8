import { cashin } from '../../../aggregates/cashin/cashin';
import { cashout } from '../../../aggregates/cashout/cashout';
import { type Recorded, START } from '../../../aggregates/events';
import { isClosedStream, isStreamFault } from '../../../aggregates/stream-fault';
import { isEnded } from '../../../aggregates/withdrawal/state';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { stateOf } from '../../handling/reading/read-stream';
import type { EventStore } from '../../ports/event-store';

export interface OpenPaymentsDeps {
  readonly eventStore: Pick<EventStore, 'readAll' | 'readStream'>;
}

const OPENINGS = ['CashoutIntentCreated', 'CashinIntentCreated', 'WithdrawalRequested'] as const;

/** Reads the log to its end and each of his streams, because no read model knows the newest payments. */
export const hasOpenPayment = async ({ eventStore }: OpenPaymentsDeps, userId: string): Promise<boolean> => {
  for await (const event of eventStore.readAll(START, { typePrefixes: OPENINGS })) {
    if (await mayBeOpen(eventStore, event, userId)) return true;
  }
  return false;
};

/** A damaged stream counts as open; a closed stream pays no more. */
const mayBeOpen = async (
  eventStore: OpenPaymentsDeps['eventStore'],
  event: Recorded,
  userId: string,
): Promise<boolean> => {
  try {
    return await isOpen(eventStore, event, userId);
  } catch (error) {
    if (!isStreamFault(error)) throw error;
    return !isClosedStream(error);
  }
};

const isOpen = async (
  eventStore: OpenPaymentsDeps['eventStore'],
  event: Recorded,
  userId: string,
): Promise<boolean> => {
  if (event.type === 'CashoutIntentCreated' && event.data.userId === userId) {
    const { status } = await stateOf(eventStore, cashout, event.data.intentId);
    return status === 'PENDING' || status === 'PROCESSING';
  }
  if (event.type === 'CashinIntentCreated' && event.data.userId === userId) {
    return (await stateOf(eventStore, cashin, event.data.intentId)).status === 'ACTIVE';
  }
  if (event.type === 'WithdrawalRequested' && event.data.userId === userId) {
    return !isEnded(await stateOf(eventStore, withdrawal, event.data.withdrawId));
  }
  return false;
};
