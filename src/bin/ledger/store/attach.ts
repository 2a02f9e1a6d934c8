import type { Logger } from 'pino';
import { QUIET_MS } from '../../../../commands/pair/decision';
import { attachPair } from '../../../../infra/pair/attaching/attach';
import { forgetOpening } from '../../../../infra/pair/attaching/forget-opening';
import type { BindDeps } from '../../../../infra/pair/bind';
import { createLooking } from '../../../../infra/pair/looking';
import { migrate } from '../../../../infra/postgres/migrate';
import { BATCH_LIMITS, createPool } from '../../../../infra/postgres/pool';
import { preparePayoutStore } from '../../../../infra/providers/sandbox/payouts/payout-store-postgres';
import { connectPair } from '../../pair';
import { serviceMigrations } from '../../prepared-database';
import { mustSayWhy, type OperatorOptions, print } from '../operator';
import { compare, tellerOf } from './compare';
import { inPlaces, type Places } from './places';

type AttachOptions = OperatorOptions & { readonly forgetOpening?: boolean };

/** `ledger store attach`: a refusal is said as a start says it, and exits with 1. */
export const attachStore = (options: AttachOptions): Promise<void> =>
  options.forgetOpening === true ? forget(options) : attach(options);

const forget = async ({ json }: AttachOptions): Promise<void> => {
  await inPlaces((places, logger) => withPair(places, logger, forgetOpening));
  print(json, { forgotten: true }, ['The opening is forgotten. PostgreSQL belongs to no ledger.']);
};

const attach = async (options: AttachOptions): Promise<void> => {
  const reason = mustSayWhy('ledger store attach', options);
  const actor = options.actor ?? '';
  const { ledgerId } = await inPlaces(async (places, logger) => {
    await prepare(places, logger);
    const differences = await compare(places, logger, tellerOf(options.json));
    process.stderr.write(`${differences} differences; attaching takes ${QUIET_MS / 1_000} s\n`);
    return withPair(places, logger, (deps) => attachPair(deps, { actor, reason, differences }));
  });
  const lines = [`Ledger ${ledgerId} belongs to this PostgreSQL. Services may start.`];
  print(options.json, { attached: ledgerId }, lines);
};

/** A PostgreSQL of which the vault alone was restored lacks the other tables. */
const prepare = async ({ databaseUrl }: Places, logger: Logger): Promise<void> => {
  const pool = createPool(databaseUrl, logger, BATCH_LIMITS);
  try {
    await migrate(pool, serviceMigrations());
    await preparePayoutStore(pool);
  } finally {
    await pool.end();
  }
};

const withPair = async <Value>(
  places: Places,
  logger: Logger,
  work: (deps: BindDeps) => Promise<Value>,
): Promise<Value> => {
  const { deps, close } = connectPair(places, logger);
  const { nowMs, rest } = deps.time;
  const takeLook = createLooking({ ...deps, nowMs });
  const never = new AbortController().signal;
  try {
    return await work({
      ...{ ...deps, takeLook, nowMs, rest: (ms) => rest(ms, never) },
      ...{ isStopping: () => false, onHeld: () => undefined },
    });
  } finally {
    await close();
  }
};
