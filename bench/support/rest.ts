import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { isAfter, type Position } from '../../aggregates/events';
import type { EventStore } from '../../commands/ports/event-store';
import { nextEvent } from '../../infra/event-store/next-event';
import { readCheckpoints } from '../../infra/projections/waiting/checkpoints';
import { NOWHERE } from '../../infra/projections/waiting/reached';
import { projections } from '../../projections/all';
import { followedPrefixes } from '../../projections/projection';
import { dueWork } from '../../read-models/due/due-work';

const POLL_MS = 50;
const REST_TIMEOUT_MS = 15 * 60_000;
/** The sandbox's callbacks that are planned within this are waited for. */
const SOON_MS = 1_000;

/** Notifications without a first attempt, in flight, or with an outcome that is no event yet. */
const UNSENT = `SELECT FROM lastro.webhook_outbox outbox LEFT JOIN lastro.webhook_attempts tried USING (delivery_id)
  WHERE outbox.status = 'PENDING' AND outbox.destination_url IS NOT NULL
    AND NOT coalesce(tried.outcome IS NULL AND tried.next_at > clock_timestamp(), false)`;

const PLANNED = `SELECT FROM lastro.sandbox_book
  WHERE kind = 'callback' AND at_ms < extract(epoch FROM clock_timestamp()) * 1000 + ${SOON_MS}`;

/** Items that never ran, run first now, or failed. A repeated timetable item does not count: no request left it. */
const UNDONE = (due: string, queue: string): string => `
  SELECT FROM (${due}) AS due LEFT JOIN lastro.work_leases held ON held.queue = '${queue}' AND held.key = due.key
   WHERE due.due_at <= clock_timestamp() AND (held.key IS NULL OR held.attempts > 0
     OR (held.claims = 1 AND held.lease_until > clock_timestamp()))`;

const lookFor = (expiryCeilingSeconds: number) => {
  const values: unknown[] = [];
  const queues = dueWork({ graceSeconds: {}, ceilingSeconds: expiryCeilingSeconds });
  const now = new Date().toISOString();
  const sources = Object.entries(queues).map(([queue, query]) => {
    const due = query(now);
    const shift = values.length;
    values.push(...due.values);
    const text = due.text.replaceAll(/\$(\d+)/g, (_, number: string) => `$${Number(number) + shift}`);
    return [queue, UNDONE(text, queue)] as const;
  });
  const all = [...sources, ['webhooks', UNSENT], ['sandbox', PLANNED]];
  const names = all.map(([name, source]) => `CASE WHEN EXISTS (${source}) THEN '${name}' END`);
  // Named, so that it is planned a few times instead of at each look.
  return { name: 'left', text: `SELECT array_remove(ARRAY[${names.join(',\n')}], NULL) AS names`, values };
};

export interface RestDeps {
  readonly pool: Pool;
  readonly eventStore: Pick<EventStore, 'head' | 'readAll'>;
  readonly expiryCeilingSeconds: number;
}

export interface Rest {
  /** Names the remaining work; of the projections one. */
  readonly left: () => Promise<readonly string[]>;
  /** Until nothing that is in the log now waits for its projections. */
  readonly untilProjected: () => Promise<void>;
  /** Until nothing is left; answers when that was, on the clock of `performance.now()`. */
  readonly untilAtRest: () => Promise<number>;
}

export const createRest = ({ pool, eventStore, expiryCeilingSeconds }: RestDeps): Rest => {
  /** Names one for which something waits; those for which nothing does move their checkpoints only now and then. */
  const behind = async (head: Position): Promise<readonly string[]> => {
    const checkpoints = await readCheckpoints(pool);
    for (const projection of projections) {
      const { position } = checkpoints.get(projection.name) ?? NOWHERE;
      const isBehind = isAfter(head, position) && (await nextEvent(eventStore, position, followedPrefixes(projection)));
      if (isBehind) return [`projection ${projection.name}`];
    }
    return [];
  };
  const left = async (): Promise<readonly string[]> => {
    const head = await eventStore.head();
    const unprojected = await behind(head);
    if (unprojected.length > 0) return unprojected;
    const { rows } = await pool.query<{ readonly names: readonly string[] }>(lookFor(expiryCeilingSeconds));
    const names = rows[0]?.names ?? [];
    if (names.length > 0) return names;
    return isAfter(await eventStore.head(), head) ? ['events written meanwhile'] : [];
  };
  return {
    left,
    untilProjected: async () => {
      const head = await eventStore.head();
      await untilNone(() => behind(head));
    },
    untilAtRest: () => untilNone(left),
  };
};

const untilNone = async (look: () => Promise<readonly string[]>): Promise<number> => {
  const giveUpAtMs = performance.now() + REST_TIMEOUT_MS;
  for (;;) {
    const lookedMs = performance.now();
    const left = await look();
    if (left.length === 0) return lookedMs;
    if (lookedMs > giveUpAtMs) throw new Error(`The service does not come to rest: ${left.join(', ')}`);
    await pause(POLL_MS);
  }
};
