import type { Logger } from 'pino';
import { LEDGER_STREAM } from '../../../../aggregates/ledger/ledger';
import { connectVerbatim, type VerbatimStore } from '../../../../infra/event-store/client/verbatim/verbatim-store';
import { openVerbatimLog } from '../../../../infra/event-store/log/verbatim-log';
import { openEventStore, prepareEventStore } from '../../../../infra/event-store/open-event-store';
import { exportLedger } from '../../../../infra/event-store/tools/export-ledger';
import { importLedger } from '../../../../infra/event-store/tools/import-ledger';
import { setLogAside } from '../../../../packages/event-store/log/set-aside';
import { type OperatorOptions, print } from '../operator';
import { actorIn } from './actor';
import { alone, type PairTools } from './alone';
import { inPlaces, type Places } from './places';
import { prepareDatabase } from './prepare';

const SAY_EVERY_EVENTS = 10_000;

const openVerbatim = ({ databaseUrl, eventStoreUrl }: Places, logger: Logger): VerbatimStore => {
  const ledgerId = (): string | null => null;
  return eventStoreUrl === undefined
    ? openVerbatimLog({ databaseUrl, ledgerId, logger })
    : connectVerbatim({ connectionString: eventStoreUrl, ledgerId });
};

/** `ledger store export <file>`: closes the store and writes it to a file. */
export const exportStore = async (file: string, options: OperatorOptions): Promise<void> => {
  const exported = await inPlaces(async (places, logger) => {
    await actorIn(places, logger, options);
    await prepareDatabase(places.databaseUrl, logger);
    return alone(places, logger, (tools) => {
      const source = openVerbatim(places, logger);
      return exportLedger({ ...tools, source }, file).finally(source.close);
    });
  });
  const lines = [
    `Ledger ${exported.ledgerId}: ${exported.events} events are in ${file}, and this store is closed.`,
    'Next: `ledger store import` with EVENTSTORE_URL of the new store, or without it for the log in PostgreSQL.',
  ];
  print(options.json, { exported }, lines);
};

/** `ledger store import <file>`: into the store of EVENTSTORE_URL, or into the log in PostgreSQL. */
export const importStore = async (file: string, options: OperatorOptions): Promise<void> => {
  const imported = await inPlaces(async (places, logger) => {
    await prepareDatabase(places.databaseUrl, logger);
    if (places.eventStoreUrl === undefined) await prepareEventStore(places, logger);
    return alone(places, logger, (tools) => {
      const target = openVerbatim(places, logger);
      const emptyTarget = (): Promise<void> => emptyLog(places, logger, tools);
      const deps = { ...tools, target, emptyTarget, onCopied: sayCopied };
      return importLedger(deps, file).finally(target.close);
    });
  });
  const lines = [
    `Ledger ${imported.ledgerId} is here with ${imported.events} events. Start every service on this store.`,
  ];
  print(options.json, { imported }, lines);
};

const sayCopied = (events: number, total: number): void => {
  if (events % SAY_EVERY_EVENTS === 0 || events === total)
    process.stderr.write(`copied ${events} of ${total} events\n`);
};

/** What a ledger that left, or an import that broke off, has in the database's log is kept under another name. */
const emptyLog = async (places: Places, logger: Logger, { isEmbedded, pool, clock }: PairTools): Promise<void> => {
  if (!isEmbedded) return;
  const log = openEventStore(places, { logger });
  const identity = await log.readStream(LEDGER_STREAM).finally(log.close);
  if (identity.length > 0 && identity.at(-1)?.type !== 'LedgerMoved') return;
  await setLogAside(pool, clock.iso());
  await prepareEventStore(places, logger);
};
