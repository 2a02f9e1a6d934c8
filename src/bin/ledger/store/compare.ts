import type { Logger } from 'pino';
import { LEDGER_STREAM } from '../../../../aggregates/ledger/ledger';
import { type Difference, differenceWords } from '../../../../commands/pair/comparing/difference';
import type { EventStore } from '../../../../commands/ports/event-store';
import type { PayoutProvider } from '../../../../commands/ports/payout-provider';
import { systemClock } from '../../../../infra/clock';
import { openEventStore } from '../../../../infra/event-store/open-event-store';
import { comparePair } from '../../../../infra/pair/comparing/compare-pair';
import { createPool } from '../../../../infra/postgres/pool';
import { displayProgress } from '../../../../infra/projections/rebuild/progress';
import { guardProvider } from '../../../../infra/providers/providers';
import { readConfig } from '../../../config';
import { providersOf } from '../../adapters';
import { payoutsToAsk } from '../../sandbox-providers';
import { inPlaces, type Places } from './places';

interface CompareOptions {
  readonly json?: boolean;
}

/** What is known and what is not cannot be told apart: bad usage, or a store or a bank that does not answer. */
export const UNKNOWN_EXIT = 2;

const DEADLINE_MS = 10_000;

/** `ledger store compare`: a line for each difference. */
export const compareStore = async ({ json }: CompareOptions): Promise<void> => {
  try {
    const count = await inPlaces((places, logger) => compare(places, logger, tellerOf(json)));
    if (json !== true) process.stdout.write(count === 0 ? 'Nothing differs\n' : `${count} differences\n`);
    if (count > 0) process.exitCode = 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = UNKNOWN_EXIT;
  }
};

export const tellerOf =
  (json: boolean | undefined) =>
  (difference: Difference): void =>
    void process.stdout.write(`${json === true ? JSON.stringify(difference) : differenceWords(difference)}\n`);

/** Answers how many differences were told. */
export const compare = async (
  places: Places,
  logger: Logger,
  onDifference: (difference: Difference) => void,
): Promise<number> => {
  const { databaseUrl } = places;
  const pool = createPool(databaseUrl, logger);
  const own = { ledgerId: null as string | null };
  const ledgerId = (): string | null => own.ledgerId;
  const eventStore = openEventStore(places, { deadlineMs: DEADLINE_MS, ledgerId, logger });
  const bank = payoutsToAsk({ config: readConfig(process.env), logger, pool });
  const providers = providersOf(bank).map((provider): PayoutProvider => guardProvider(provider, systemClock));
  try {
    own.ledgerId = await ledgerIn(eventStore);
    const onProgress = displayProgress(process.stderr, 'compare');
    return await comparePair({ databaseUrl, eventStore, providers, clock: systemClock, onProgress, onDifference });
  } finally {
    await eventStore.close();
    await pool.end();
  }
};

/** Events of another ledger are no more of this one than a stranger's. */
const ledgerIn = async ({ readStream }: Pick<EventStore, 'readStream'>): Promise<string | null> => {
  const [opening] = await readStream(LEDGER_STREAM);
  return opening?.type === 'LedgerOpened' ? opening.data.ledgerId : null;
};
