import { Pool } from 'pg';
import { pino } from 'pino';
import { openEventStore } from '../../infra/event-store/open-event-store';
import { startProjector } from '../../infra/projections/live/projector';
import { createPositionBoard } from '../../infra/projections/waiting/wait';
import { projections as all, type ProjectionName } from '../../projections/all';

import { ALWAYS_BOUND } from '../../test/doubles/bound';
import { serve } from './shared/serve';

export interface ProjectSettings {
  readonly databaseUrl: string;
  readonly projection: ProjectionName;
}

const CAUGHT_UP_TIMEOUT_MS = 150_000;
const CONNECTIONS = 4;

/** Projects one projection live up to the end of the log. */
serve(async ({ databaseUrl, projection }: ProjectSettings) => {
  const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS });
  const board = createPositionBoard();
  const projections = all.filter(({ name }) => name === projection);
  const logger = pino({ level: 'silent' });
  const eventStore = openEventStore({ databaseUrl }, { logger });
  const answer = async (): Promise<null> => {
    const projector = startProjector({
      pool,
      databaseUrl,
      eventStore,
      projections,
      logger,
      board,
      tenure: ALWAYS_BOUND,
    });
    const head = await eventStore.head();
    const isApplied = await board.waitUntilApplied([projection], head, CAUGHT_UP_TIMEOUT_MS);
    await projector.stop();
    if (!isApplied) throw new Error('The live projection does not catch up');
    return null;
  };
  return {
    answer,
    close: async () => {
      await eventStore.close();
      await pool.end();
    },
  };
});
