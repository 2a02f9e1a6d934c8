import type { Logger } from 'pino';
import type { DatabaseSays, PairLook } from '../../../../commands/ports/pair';
import { systemClock } from '../../../../infra/clock';
import { type Finding, fault, warning, without } from '../../../../infra/event-store/check/finding';
import { judgePair } from '../../../../infra/event-store/check/judge-pair';
import { randomIds } from '../../../../infra/ids';
import { createLogReader } from '../../../../infra/pair/log-says';
import { createLooking } from '../../../../infra/pair/looking';
import type { PairDeps } from '../../../../infra/pair/pair';
import { connectPair } from '../../pair';
import type { Places } from './places';

/** Whether PostgreSQL and the log belong together: one look, which writes nothing. Never rejects. */
export const lookAtPair = async (places: Places, logger: Logger): Promise<Finding> => {
  const { deps, close } = connectPair(places, logger);
  try {
    return await judge(deps);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return fault('pair', `cannot be read: ${without([places.databaseUrl, places.eventStoreUrl ?? null], said)}`);
  } finally {
    await close();
  }
};

const judge = async (deps: PairDeps): Promise<Finding> => {
  const { hasPair, hasCheckpoints, hasVault } = await readTables(deps);
  if (!hasPair && hasCheckpoints) {
    return warning('pair', 'not bound yet: a start makes the tables that the version before had not, and looks then');
  }
  const look = hasPair ? await lookOnce(deps) : await lookFromNothing(deps, !hasVault);
  return judgePair(look, { ledgerId: randomIds.uuid(), at: systemClock.iso() });
};

interface Tables {
  readonly hasPair: boolean;
  readonly hasCheckpoints: boolean;
  readonly hasVault: boolean;
}

const TABLES = `SELECT to_regclass('lastro.pair') IS NOT NULL AS "hasPair",
  to_regclass('lastro.checkpoints') IS NOT NULL AS "hasCheckpoints",
  to_regclass('vault.subject_keys') IS NOT NULL AS "hasVault"`;

const readTables = async ({ pool }: Pick<PairDeps, 'pool'>): Promise<Tables> => {
  const { rows } = await pool.query<Tables>(TABLES);
  return rows[0] ?? { hasPair: false, hasCheckpoints: false, hasVault: false };
};

/** Rejects with what a store said that did not answer. */
const lookOnce = async (deps: PairDeps): Promise<PairLook> => {
  const takeLook = createLooking({ ...deps, nowMs: deps.time.nowMs });
  const { look, trouble } = await takeLook({ depth: 'WHOLE', onNewConnection: false });
  if (look === null || trouble !== null) throw new Error(trouble ?? 'PostgreSQL does not answer');
  return look;
};

/** Of a PostgreSQL without tables, but for a vault that was restored. */
const lookFromNothing = async ({ keeper, store }: PairDeps, isVaultEmpty: boolean): Promise<PairLook> => {
  const database: DatabaseSays = { row: null, isVaultEmpty, checkpoints: [] };
  const log = await createLogReader(keeper).read(store, database, 'WHOLE');
  return { database, log, rowAfter: null };
};
