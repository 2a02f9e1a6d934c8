import { Readable } from 'node:stream';
import { invalidField, rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../../commands/handling/context';
import type { HandleDeps } from '../../../commands/handling/request';
import { exportData } from '../../../commands/operator/console/export-data';
import type { EventStore } from '../../../commands/ports/event-store';
import type { Ids } from '../../../commands/ports/ids';
import { readPositionOf } from '../../../read-models/operators/payment-facts';
import { findPartner } from '../../../read-models/partners/partners';
import type { Query } from '../../../read-models/table';
import { auditCsv } from './audit-csv';
import { boundsOfMonth } from './csv';
import { moneyCsv } from './money-csv';

export interface ExportDeps extends HandleDeps {
  readonly eventStore: HandleDeps['eventStore'] & Pick<EventStore, 'readAll' | 'head'>;
  readonly ids: Ids;
  readonly query: Query;
}

export interface AskedExport {
  readonly operatorName: string;
  /** Commit position; null: the last one. */
  readonly upTo: string | null;
}

export interface AskedPayments extends AskedExport {
  readonly month: string;
  /** Null: of every partner. */
  readonly partnerId: string | null;
}

export interface ExportedFile {
  readonly name: string;
  readonly text: Readable;
}

/** Refuses a position after the end of the log. */
export const exportAudit =
  (deps: ExportDeps) =>
  async ({ operatorName, upTo }: AskedExport, context: CommandContext): Promise<ExportedFile> => {
    const last = within(upTo, (await deps.eventStore.head()).commit);
    const asked = { operatorName, file: 'AUDIT', upTo: `${last}` } as const;
    const text = await exportData(deps)(asked, auditCsv(deps.eventStore, last), context);
    return { name: `audit-${last}.csv`, text: Readable.from(text) };
  };

/** Refuses a position that the audit trail has not reached, and NOT_FOUND for an unknown partner. */
export const exportPayments =
  (deps: ExportDeps) =>
  async ({ operatorName, upTo, month, partnerId }: AskedPayments, context: CommandContext): Promise<ExportedFile> => {
    const { query } = deps;
    const bounds = boundsOfMonth(month);
    const last = `${within(upTo, BigInt(await readPositionOf(query, 'audit-trail')))}`;
    if (partnerId !== null && (await findPartner(query, partnerId)) === null)
      throw rejection('NOT_FOUND', 'No such partner');
    const named = partnerId === null ? {} : { partnerId };
    const asked = { operatorName, file: 'PAYMENTS', upTo: last, month, ...named } as const;
    const text = await exportData(deps)(asked, moneyCsv(query, { ...bounds, partnerId, upTo: last }), context);
    return { name: `payments-${month}-${last}.csv`, text: Readable.from(text) };
  };

const within = (upTo: string | null, last: bigint): bigint => {
  if (upTo === null) return last;
  if (BigInt(upTo) > last) throw invalidField('to', `is after ${last}, the last known position`);
  return BigInt(upTo);
};
