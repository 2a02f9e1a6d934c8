import path from 'node:path';
import { lastLossIn } from '../../../aggregates/ledger/last-loss';
import { LEDGER_STREAM } from '../../../aggregates/ledger/ledger';
import { type DecidePair, RIGHT } from '../../../commands/pair/decision';
import { leavingIdOf } from '../../../commands/pair/opening';
import type { IdentityEvent } from '../../../commands/ports/pair';
import { decideWhere, type PairDeps } from '../../pair/deps';
import { identityEventOf } from '../../pair/identity-event';
import { createKnown } from '../../pair/known';
import { readPairRow, writePairRow } from '../../pair/pair-row';
import { settleEvent, settleOnce } from '../../pair/settle';
import type { VerbatimStore } from '../client/verbatim/verbatim-store';
import { writeExport } from './export-file';
import { harmedStreams, movedEvents } from './moved-events';

/** The lock of the ledger is exclusive: no process writes during the export. */
export interface ExportDeps extends PairDeps {
  readonly source: Pick<VerbatimStore, 'readAll'>;
}

export interface Exported {
  readonly ledgerId: string;
  readonly moveId: string;
  readonly events: number;
}

/** Closes the log by LedgerMoved, then writes it to a file for the same PostgreSQL. Repeat it after an interruption. */
export const exportLedger = async (deps: ExportDeps, file: string): Promise<Exported> => {
  const { ledgerId } = await settleOnce(deps, orLeft(decideWhere(deps)));
  await mustBeWhole(deps, ledgerId);
  const { id: leftBy, moveId } = await leave(deps, ledgerId, path.basename(file));
  const loss = lastLossIn(await identityOf(deps));
  const header = { lastroExport: 1, ledgerId, moveId, leftBy, loss } as const;
  const hash = await writeExport(file, header, movedEvents(deps.source, ledgerId));
  return { ledgerId, moveId, events: hash.total().count };
};

/** A start refuses a log that was closed; an export of the same PostgreSQL continues. */
const orLeft =
  (decide: DecidePair): DecidePair =>
  (look, drawn) => {
    const decision = decide(look, drawn);
    if (decision.says !== 'WRONG' || decision.refusal.because !== 'MOVED' || look.log === 'AWAY') return decision;
    return look.database.row?.last?.id === look.log.last?.id ? RIGHT : decision;
  };

const MOST_NAMED = 20;

/** Checked before the log is closed: a ledger that could not be imported does not move. */
const mustBeWhole = async ({ source }: ExportDeps, ledgerId: string): Promise<void> => {
  const harmed = await harmedStreams(source, ledgerId);
  if (harmed.length === 0) return;
  const named = harmed.slice(0, MOST_NAMED).join(', ');
  throw new Error(`${harmed.length} streams cannot be copied completely: ${named}. This ledger cannot be moved.`);
};

const identityOf = async ({ store }: ExportDeps): Promise<readonly IdentityEvent[]> =>
  (await store.readStream(LEDGER_STREAM)).map(identityEventOf);

/** Answers the LedgerMoved that is the last event of the ledger here. */
const leave = async (deps: ExportDeps, ledgerId: string, to: string) => {
  const last = (await identityOf(deps)).at(-1);
  if (last === undefined) throw new Error('The store has no ledger to export');
  if (last.type === 'LedgerMoved') return { id: last.id, moveId: last.data.moveId };
  // If log and rows are one database there is no row yet; the new row names the export.
  if ((await readPairRow(deps.pool)) === null) {
    const end = { id: last.id, revision: last.revision };
    await writePairRow(deps.pool, {
      ...{ do: 'WRITE_ROW', from: null },
      to: { ledgerId, state: 'BOUND', last: end, coming: null },
    });
  }
  const moveId = deps.ids.uuid();
  const id = leavingIdOf(ledgerId, moveId);
  const event = { type: 'LedgerMoved', data: { ledgerId, moveId, to, movedAt: deps.clock.iso() } } as const;
  await settleEvent(createKnown(deps), ({ last: end }) =>
    end === null ? null : { id, revision: end.revision + 1, event },
  );
  return { id, moveId };
};
