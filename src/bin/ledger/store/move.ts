import { LEDGER_STREAM } from '../../../../aggregates/ledger/ledger';
import { connectVerbatim, type VerbatimStore } from '../../../../infra/event-store/client/verbatim/verbatim-store';
import { openVerbatimLog } from '../../../../infra/event-store/log/verbatim-log';
import { prepareEventStore } from '../../../../infra/event-store/open-event-store';
import { exportLedger } from '../../../../infra/event-store/tools/export-ledger';
import { importLedger } from '../../../../infra/event-store/tools/import-ledger';
import { setLogAside } from '../../../../packages/event-store/log/set-aside';
import { type OperatorOptions, print } from '../operator';
import { onStores, type StoreTools } from './on-stores';

const SAY_EVERY_EVENTS = 10_000;

const openVerbatim = ({ places: { databaseUrl, eventStoreUrl }, logger }: StoreTools): VerbatimStore => {
  const ledgerId = (): string | null => null;
  return eventStoreUrl === undefined
    ? openVerbatimLog({ databaseUrl, ledgerId, logger })
    : connectVerbatim({ connectionString: eventStoreUrl, ledgerId });
};

/** `ledger store export <file>`: closes the store and writes it to a file. */
export const exportStore = async (file: string, options: OperatorOptions): Promise<void> => {
  const exported = await onStores((tools) => {
    const source = openVerbatim(tools);
    return exportLedger({ ...tools, source }, file).finally(source.close);
  }, options);
  const lines = [
    `Ledger ${exported.ledgerId}: ${exported.events} events are in ${file}. This store is now closed.`,
    'Next: `ledger store import` with EVENTSTORE_URL of the new store, or without it for the log in PostgreSQL.',
  ];
  print(options.json, { exported }, lines);
};

/** `ledger store import <file>`: into the store of EVENTSTORE_URL, or into the log in PostgreSQL. */
export const importStore = async (file: string, options: OperatorOptions): Promise<void> => {
  const imported = await onStores((tools) => {
    const target = openVerbatim(tools);
    const deps = { ...tools, target, emptyTarget: () => emptyLog(tools), onCopied: sayCopied };
    return importLedger(deps, file).finally(target.close);
  }, null);
  const lines = [
    `Ledger ${imported.ledgerId} is here with ${imported.events} events. Start every service on this store.`,
  ];
  print(options.json, { imported }, lines);
};

const sayCopied = (events: number, total: number): void => {
  if (events % SAY_EVERY_EVENTS === 0 || events === total)
    process.stderr.write(`copied ${events} of ${total} events\n`);
};

/** Events of a ledger that was exported, or of an interrupted import, are kept under another name. */
const emptyLog = async ({ isEmbedded, store, pool, clock, places, logger }: StoreTools): Promise<void> => {
  if (!isEmbedded) return;
  const identity = await store.readStream(LEDGER_STREAM);
  if (identity.length > 0 && identity.at(-1)?.type !== 'LedgerMoved') return;
  await setLogAside(pool, clock.iso());
  await prepareEventStore(places, logger);
};
