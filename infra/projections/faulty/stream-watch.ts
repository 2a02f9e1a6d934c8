import type { Pool } from 'pg';
import type { StreamFault, StreamFaultKind } from '../../../aggregates/stream-fault';
import { findTogether } from '../../../commands/timing/find-together';
import { sharedInFlight } from '../../../commands/timing/shared-in-flight';
import type { Projection } from '../../../projections/projection';
import type { SetAside, StreamWatch } from '../../event-store/guarded-store';
import type { Logger } from '../../logger';
import type { ParkedStream } from '../rows/applier';
import { parkFaulty } from './park-faulty';

export interface StreamWatchOptions {
  readonly pool: Pool;
  readonly projections: readonly Projection[];
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly onParked: (parked: ParkedStream) => void;
}

/** The projector parks an unreadable stream from this event on; a new version can replay it. */
const PARKS_AS_A_WHOLE: readonly StreamFaultKind[] = ['FOREIGN', 'GONE'];

/** Another process parks a stream: this process soon stops deciding on it; the exact revision protects until then. */
const READ_EVERY_MS = 1_000;

/** Projections read a closing one after the other: the first one makes it valid. */
const SET_ASIDE = `SELECT stream, 'PARKED' AS aside FROM lastro.parked_streams WHERE from_revision IS NULL
  UNION ALL SELECT stream, 'CLOSED' FROM lastro.closed_streams`;
const PROJECTED = `SELECT asked.stream, opening.position_commit FROM unnest($1::text[]) AS asked (stream),
  LATERAL (SELECT position_commit FROM lastro.audit_trail WHERE stream = asked.stream ORDER BY revision LIMIT 1) AS opening`;

export const createStreamWatch = (options: StreamWatchOptions): StreamWatch => {
  const { pool, projections, logger, onParked } = options;
  let known: ReadonlyMap<string, SetAside> | null = null;
  let readAtMs = 0;

  const read = sharedInFlight(async (): Promise<ReadonlyMap<string, SetAside>> => {
    const { rows } = await pool.query<{ stream: string; aside: SetAside }>(SET_ASIDE);
    readAtMs = performance.now();
    known = new Map(rows.map(({ stream, aside }) => [stream, aside]));
    return known;
  });

  const readAgain = (): void => {
    readAtMs = performance.now();
    read().catch((error: unknown) => {
      logger.warn({ err: error }, 'the list of parked streams could not be refreshed');
    });
  };

  const setAside: StreamWatch['setAside'] = (stream) => {
    if (known === null) return read().then((streams) => streams.get(stream) ?? null);
    if (performance.now() - readAtMs > READ_EVERY_MS) readAgain();
    return known.get(stream) ?? null;
  };

  const report = async (fault: StreamFault): Promise<void> => {
    const { stream, message } = fault;
    if (!PARKS_AS_A_WHOLE.includes(fault.fault)) return;
    logger.error({ stream, fault: fault.fault }, message);
    try {
      for (const parked of await parkFaulty(pool, projections, fault)) onParked(parked);
      await read();
    } catch (error) {
      logger.warn({ err: error, stream }, 'a faulty stream could not be parked; the next read tries again');
    }
  };

  return {
    ...{ setAside, report },
    projectedAt: findTogether(async (streams) => {
      const { rows } = await pool.query<{ stream: string; position_commit: string }>({
        name: 'opening-positions',
        text: PROJECTED,
        values: [streams],
      });
      return new Map(rows.map((row) => [row.stream, { commit: BigInt(row.position_commit), prepare: 0n }]));
    }),
  };
};
