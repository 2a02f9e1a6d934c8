import type { Recorded } from '../../../aggregates/events';
import { correlationOf } from '../../../aggregates/families';
import { memoryRows } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { projections } from '../../../projections/all';
import { webhookOutboxProjection } from '../../../projections/webhook-outbox';
import { webhookOutbox } from '../../../read-models/webhooks/webhook-outbox';
import type { Findings } from './demand';
import type { Evidence } from './evidence';

/** The notification for each end of a payment and for each accepted deposit, written apart from the ledger. */
const TOLD: { readonly [type: string]: string } = {
  'cashout DepositAccepted': 'INTENT_CONFIRMED',
  'cashout CashoutCompleted': 'INTENT_COMPLETED',
  'cashout CashoutFailed': 'INTENT_FAILED',
  'cashout CashoutExpired': 'INTENT_EXPIRED',
  'withdrawal WithdrawalCompleted': 'WITHDRAW_COMPLETED',
  'withdrawal WithdrawalFailed': 'WITHDRAW_FAILED',
  'cashin CashinCompleted': 'CASHIN_COMPLETED',
  'cashin CashinFailed': 'CASHIN_FAILED',
  'cashin CashinExpired': 'CASHIN_EXPIRED',
  'cashin ChargeRefundDone': 'CASHIN_REFUNDED',
};

const tellingOf = ({ stream, type }: Recorded): string | null =>
  correlationOf(stream) === null ? null : (TOLD[`${stream.slice(0, stream.indexOf('-'))} ${type}`] ?? null);

const refusalsOf = ({ id, type, data }: Recorded): readonly string[] =>
  type === 'DepositUnmatched' || type === 'DepositReleased'
    ? (data.refused?.intents ?? []).map(() => `${id} DEPOSIT_UNMATCHED`)
    : [];

/** 32: one webhook for each transition, and each arrived that had a destination. */
export const checkWebhooks = ({ log, world }: Evidence, { equal, holds }: Findings): void => {
  const rows = world.rowsOf(webhookOutboxProjection).all(webhookOutbox);
  const due = log.flatMap((event) => {
    const name = tellingOf(event);
    return [...(name === null ? [] : [`${event.id} ${name}`]), ...refusalsOf(event)];
  });
  const told = rows.map(({ event_id, event }) => `${event_id} ${event}`);
  const inTable = told.filter((each) => !each.includes(' KYC_') && !each.includes(' WEBHOOK_')).sort();
  equal('each transition is told once', inTable, due.sort());
  for (const { delivery_id, status, destination_url } of rows) {
    const arrivals = world.receiver.arrivalsOf(delivery_id);
    if (destination_url === null) continue;
    equal('a webhook is delivered', status, 'DELIVERED', delivery_id);
    holds('a webhook arrived, always the same', arrivals.length > 0 && new Set(arrivals).size === 1, delivery_id);
  }
};

/** 12: the rows equal a rebuild from the log. */
export const checkRows = ({ log, world }: Evidence, { holds }: Findings): void => {
  for (const projection of projections) {
    const rebuilt = memoryRows(projection);
    log
      .filter(({ stream }) => projection.streamPrefixes.some((prefix) => stream.startsWith(prefix)))
      .forEach(rebuilt.apply);
    const [found, expected] = [world.rowsOf(projection).dump(), rebuilt.dump()];
    holds('rows are what the log says', JSON.stringify(found) === JSON.stringify(expected), projection.name);
  }
};
