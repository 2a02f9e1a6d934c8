import type { ClosingEvent } from '../aggregates/closing/events';
import type { EventOf } from '../aggregates/events';
import type { StreamPrefix } from '../aggregates/stream';
import { finalDebits } from '../read-models/matching/final-debits';
import { applyWith, type Change, type Handlers, type Projection, put, remove } from './projection';

const delivered = ({ data }: EventOf<'DeliveryConfirmed'>): readonly Change[] => {
  const { intentId, network, debitedCents, blockNumber = null, confirmedAt } = data;
  // A provider with its own float is responsible for its deliveries.
  if (debitedCents !== null) return [];
  return [
    put(finalDebits, { stream: `cashin-${intentId}`, network, block_number: blockNumber, confirmed_at: confirmedAt }),
  ];
};

const handlers: Handlers<EventOf<'PeggedDebitSettled' | 'DeliveryConfirmed'> | ClosingEvent> = {
  PeggedDebitSettled: ({ data: { withdrawId, debit, settledAt } }) => [
    put(finalDebits, {
      ...{ stream: `withdrawal-${withdrawId}`, network: debit.network },
      ...{ block_number: debit.blockNumber, confirmed_at: settledAt },
    }),
  ],
  DeliveryConfirmed: delivered,
  // A closed stream takes no doubt any more: an operator settles it.
  StreamClosed: ({ data }) => [remove(finalDebits, data.stream)],
};

/** Movements to check again when a network accepts another history than the one in which they were final. */
export const finalDebitsProjection: Projection<'final-debits', StreamPrefix> = {
  name: 'final-debits',
  tables: [finalDebits],
  streamPrefixes: ['peggedBalance-', 'cashin-', 'withdrawal-'],
  keys: () => [],
  apply: applyWith(handlers),
};
