import type { Logger } from 'pino';
import { openEventStore, prepareEventStore } from '../../../../infra/event-store/open-event-store';
import type { PairDeps } from '../../../../infra/pair/deps';
import { holdAlone } from '../../../../infra/pair/holding/hold-alone';
import { migrate } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { type OnClose, openInOrder } from '../../stores/open-in-order';
import { connectPair } from '../../stores/pair';
import { serviceMigrations } from '../../stores/prepared-database';
import type { OperatorOptions } from '../operator';
import { actorFor } from '../operator-key';
import { inPlaces, type Places } from './places';

export interface StoreTools extends PairDeps {
  readonly logger: Logger;
  readonly places: Places;
  readonly databaseUrl: string;
}

/** Both stores with all of the service's tables. No other process of this PostgreSQL runs while `work` runs. */
export const onStores = <Value>(
  work: (tools: StoreTools, actor: string) => Promise<Value>,
  /** Null: no key is asked for. */
  options: OperatorOptions | null,
): Promise<Value> =>
  inPlaces(async (places, logger) => {
    const actor = options === null ? '' : await actorIn(places, logger, options);
    await prepareDatabase(places.databaseUrl, logger);
    if (places.eventStoreUrl === undefined) await prepareEventStore(places, logger);
    const { value: tools, close } = await openInOrder((onClose) => openAlone(places, logger, onClose));
    return work(tools, actor).finally(close);
  });

/** The present log names the owner of the key: PostgreSQL may not be bound to a log yet. */
const actorIn = (places: Places, logger: Logger, { actor }: OperatorOptions): Promise<string> => {
  const eventStore = openEventStore(places, { logger });
  return actorFor({ eventStore, isEmbedded: places.isEmbedded }, actor, 'administer').finally(eventStore.close);
};

/** A PostgreSQL of which the vault alone was restored lacks the other tables. */
export const prepareDatabase = async (databaseUrl: string, logger: Logger): Promise<void> => {
  const pool = createPool(databaseUrl, logger, BATCH_LIMITS);
  await migrate(pool, serviceMigrations()).finally(() => pool.end());
};

/** Rejects while another process runs, and names it. */
const openAlone = async (places: Places, logger: Logger, onClose: OnClose): Promise<StoreTools> => {
  const { databaseUrl } = places;
  const alone = await holdAlone({ databaseUrl, nowMs: () => performance.now() });
  onClose(alone.release);
  const { deps, close } = connectPair(places, logger);
  onClose(close);
  return { ...deps, places, databaseUrl, logger, hold: { isHeld: alone.isAlone, unheld: () => null } };
};
