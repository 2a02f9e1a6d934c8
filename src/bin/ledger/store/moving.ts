import type { Logger } from 'pino';
import { decidePair } from '../../../../commands/pair/decide-pair';
import { systemClock } from '../../../../infra/clock';
import { namesIn } from '../../../../infra/event-store/check/address';
import { checkEventStore } from '../../../../infra/event-store/check/check-event-store';
import { connectVerbatim, type VerbatimStore } from '../../../../infra/event-store/client/verbatim/verbatim-store';
import { openVerbatimLog } from '../../../../infra/event-store/log/verbatim-log';
import { type EventPlaces, openEventStore, prepareEventStore } from '../../../../infra/event-store/open-event-store';
import { holdAlone } from '../../../../infra/pair/holding/hold-alone';
import { createLooking, type TakeLook } from '../../../../infra/pair/looking';
import { createLogCopy } from '../../../../infra/pair/moving/copying/log-copy';
import type { MoveTarget } from '../../../../infra/pair/moving/look-at-move';
import type { MoveDeps } from '../../../../infra/pair/moving/move';
import { createMovedRows } from '../../../../infra/pair/moving/moved-rows';
import type { PairDeps } from '../../../../infra/pair/pair';
import { readPairRow } from '../../../../infra/pair/pair-row';
import { setLogAside } from '../../../../packages/event-store/log/set-aside';
import { readConfig } from '../../../config';
import { type Close, openInOrder } from '../../open-in-order';
import { connectPair } from '../../pair';
import { displayMove } from './move-progress';
import type { Places } from './places';
import { prepareDatabase } from './prepare';

/** `--to embedded`: the event store that `npm start` runs over DATABASE_URL where no other is named. */
export const EMBEDDED = 'embedded';

/** Of its name the row of the pair keeps a move, so it has no user and no password. */
export const nameOfTarget = (to: string): string => (to === EMBEDDED ? EMBEDDED : namesIn(to));

interface MoveWish {
  readonly places: Places;
  readonly logger: Logger;
  /** Null: it is destroyed, and is not asked. */
  readonly to: string | null;
}

/** Holds the lock alone while `work` runs. Rejects where processes of this PostgreSQL still live, and names them. */
export const withMove = async (wish: MoveWish, work: (deps: MoveDeps) => Promise<void>): Promise<void> => {
  await prepareDatabase(wish.places.databaseUrl, wish.logger);
  const { value: deps, close } = await openInOrder((onClose) => openMove(wish, onClose));
  try {
    await work(deps);
  } finally {
    await close();
  }
};

type OnClose = (close: Close) => void;

const openMove = async (wish: MoveWish, onClose: OnClose): Promise<MoveDeps> => {
  const { places, logger } = wish;
  const nowMs = (): number => performance.now();
  const hold = await holdAlone({ databaseUrl: places.databaseUrl, nowMs });
  onClose(hold.release);
  const { deps, close } = connectPair(places, logger);
  onClose(close);
  const { rest } = deps.time;
  const takeLook = createLooking({ ...deps, nowMs });
  const never = new AbortController().signal;
  const display = displayMove(process.stderr);
  onClose(async () => display.close());
  return {
    ...{ ...deps, takeLook, nowMs, rest: (ms) => rest(ms, never), isStopping: () => false },
    ...{
      isAlone: hold.isAlone,
      rows: createMovedRows({ databaseUrl: places.databaseUrl, logger }),
      onProgress: display.show,
    },
    parked: () => parkedIn(deps),
    target: await openTarget(wish, deps, takeLook, onClose),
  };
};

const parkedIn = async ({ pool }: PairDeps): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ stream: string }>('SELECT DISTINCT stream FROM lastro.parked_streams');
  return rows.map(({ stream }) => stream);
};

const openTarget = async (
  { places, logger, to }: MoveWish,
  deps: PairDeps,
  takeLook: TakeLook,
  onClose: OnClose,
): Promise<MoveTarget | null> => {
  if (to === null) return null;
  const row = await readPairRow(deps.pool);
  if (row === null) throw new Error('This PostgreSQL belongs to no ledger: there is nothing to move');
  const there = to === EMBEDDED ? await openEmbedded({ places, logger }, deps, takeLook) : await placeOf(places, to);
  const store = openEventStore(there, { deadlineMs: DEADLINE_MS, logger });
  onClose(store.close);
  const { ledgerId } = row;
  const [source, target] = [places, there].map((place) => openVerbatim(place, ledgerId, logger)) as [
    VerbatimStore,
    VerbatimStore,
  ];
  onClose(source.close);
  onClose(target.close);
  return { store, log: createLogCopy({ source, target, ledgerId }) };
};

const DEADLINE_MS = 10_000;

/** The same look as `ledger store check`: a ledger goes to no store that has a fault. */
const placeOf = async ({ databaseUrl }: Places, url: string): Promise<EventPlaces> => {
  const found = await checkEventStore({ url, nowMs: systemClock.now });
  const first = found.find(({ outcome }) => outcome === 'fault');
  if (first !== undefined) throw new Error(`${namesIn(url)} cannot take a ledger: ${first.check}: ${first.says}`);
  return { databaseUrl, eventStoreUrl: url };
};

const openVerbatim = ({ databaseUrl, eventStoreUrl }: EventPlaces, id: string, logger: Logger): VerbatimStore => {
  const ledgerId = (): string => id;
  return eventStoreUrl === undefined
    ? openVerbatimLog({ databaseUrl, ledgerId, logger })
    : connectVerbatim({ connectionString: eventStoreUrl, ledgerId });
};

/** What an earlier stay left in it is set aside, unless the ledger is on its way there or has arrived. */
const openEmbedded = async (
  { places: { databaseUrl, eventStoreUrl }, logger }: Pick<MoveWish, 'places' | 'logger'>,
  { pool, clock }: PairDeps,
  takeLook: TakeLook,
): Promise<EventPlaces> => {
  const { EVENTSTORE_URL } = readConfig(process.env);
  if (EVENTSTORE_URL !== eventStoreUrl) throw new Error(`--to ${EMBEDDED} needs EVENTSTORE_URL, where the ledger is`);
  const { look } = await takeLook({ depth: 'WHOLE', onNewConnection: true });
  const isHere = look !== null && decidePair(look, { ledgerId: 'none', at: clock.iso() }).kind === 'START';
  if (isHere) await setLogAside(pool, clock.iso());
  await prepareEventStore({ databaseUrl }, logger);
  return { databaseUrl };
};
