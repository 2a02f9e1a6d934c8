import type { Pool } from 'pg';
import { LEDGER_STREAM } from '../../../aggregates/ledger/ledger';
import { LEDGER_FORMAT } from '../../../commands/pair/identity-end';
import { arrivalIdOf } from '../../../commands/pair/opening';
import type { Clock } from '../../../commands/ports/clock';
import type { EventStore } from '../../../commands/ports/event-store';
import type { PairRow } from '../../../commands/ports/pair';
import { proposedIdentity } from '../../pair/identity-event';
import { readPairRow, setPairRow } from '../../pair/pair-row';
import { inOwnTransaction, type OwnTransactionOptions } from '../../postgres/own-transaction';
import type { VerbatimStore } from '../client/verbatim/verbatim-store';
import { type ExportHeader, type VerifiedExport, verifyExport } from './export-file';
import { comparedPlaces, copyEvents, mustBeEmpty } from './import-log';
import { fillPlaces, placeRows } from './place-rows';

/** The lock of the ledger is held alone. */
export interface ImportDeps extends OwnTransactionOptions {
  readonly pool: Pool;
  /** The target store, read as events of this version and as raw records. */
  readonly store: Pick<EventStore, 'append'>;
  readonly target: Pick<VerbatimStore, 'readAll' | 'append' | 'readStream'>;
  /** The target is the log in the database. */
  readonly isEmbedded: boolean;
  readonly clock: Pick<Clock, 'iso'>;
  /** Called once file and PostgreSQL are found to belong together: sets aside what a closed ledger or an import left. */
  readonly emptyTarget: () => Promise<void>;
  readonly onCopied: (events: number, total: number) => void;
}

export interface Imported {
  readonly ledgerId: string;
  readonly moveId: string;
  readonly events: number;
}

/** Imports events, then positions and row in one transaction. `LedgerOpened` makes the ledger live. Repeatable. */
export const importLedger = async (deps: ImportDeps, path: string): Promise<Imported> => {
  const exported = await verifyExport(path);
  const { ledgerId, moveId, leftBy } = exported.header;
  const imported = { ledgerId, moveId, events: exported.hash.total().count };
  const row = await readPairRow(deps.pool);
  const [opening] = await deps.target.readStream(LEDGER_STREAM);
  const isArrived = opening?.id === arrivalIdOf(ledgerId, moveId);
  const arrived = rowIn(deps, exported.header);
  if (isArrived && (row?.last?.id ?? null) === (arrived?.last?.id ?? null)) return imported;
  if (row?.last?.id !== leftBy) throw new Error(`Ledger ${ledgerId} did not leave this PostgreSQL by move ${moveId}`);
  if (!isArrived) {
    await deps.emptyTarget();
    await mustBeEmpty(deps.target, ledgerId);
    await copyEvents(deps.target, path, (events) => deps.onCopied(events, imported.events));
  }
  await inOwnTransaction(deps, async (client) => {
    if (!(await setPairRow(client, { from: row, to: arrived }))) throw new Error('Another process has written the row');
    await fillPlaces(client, comparedPlaces(deps.target, path, exported));
    await placeRows(client);
    if (!isArrived) await open(deps, exported);
  });
  return imported;
};

/** Null: log and rows are one database. */
const rowIn = ({ isEmbedded }: ImportDeps, { ledgerId, moveId }: ExportHeader): PairRow | null =>
  isEmbedded
    ? null
    : {
        ...{ ledgerId, state: 'BOUND', coming: null },
        last: { id: arrivalIdOf(ledgerId, moveId), revision: 0 },
      };

const open = async ({ store, clock }: ImportDeps, { header, hash }: VerifiedExport): Promise<void> => {
  const { ledgerId, moveId, loss } = header;
  const arrival = { moveId, ...hash.total(), ...(loss === null ? {} : { loss }) };
  const event = proposedIdentity({
    id: arrivalIdOf(ledgerId, moveId),
    event: { type: 'LedgerOpened', data: { ledgerId, format: LEDGER_FORMAT, arrival, openedAt: clock.iso() } },
  });
  const { outcome } = await store.append(LEDGER_STREAM, 'no_stream', [event]);
  if (outcome !== 'appended') throw new Error(`LedgerOpened was not appended (${outcome}): repeat the command`);
};
