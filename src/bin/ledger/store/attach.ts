import type { Logger } from 'pino';
import { QUIET_MS } from '../../../../commands/pair/decision';
import { attachPair } from '../../../../infra/pair/attaching/attach';
import { forgetOpening } from '../../../../infra/pair/attaching/forget-opening';
import type { BindDeps } from '../../../../infra/pair/bind';
import { createLooking } from '../../../../infra/pair/looking';
import { connectPair } from '../../pair';
import { mustSayWhy, print } from '../operator';
import { actorIn } from './actor';
import { attachLoss, type LossOptions } from './attach-loss';
import { compare, tellerOf } from './compare';
import { inPlaces, type Places } from './places';
import { prepareDatabase } from './prepare';

type AttachOptions = LossOptions & { readonly forgetOpening?: boolean; readonly acceptLoss?: boolean };

/** `ledger store attach`: a refusal is said as a start says it, and exits with 1. */
export const attachStore = (options: AttachOptions): Promise<void> => {
  if (options.forgetOpening === true) return forget(options);
  return options.acceptLoss === true ? attachLoss(options) : attach(options);
};

const forget = async (options: AttachOptions): Promise<void> => {
  await inPlaces(async (places, logger) => {
    await actorIn(places, logger, options);
    await withPair(places, logger, forgetOpening);
  });
  print(options.json, { forgotten: true }, ['The opening is forgotten. PostgreSQL belongs to no ledger.']);
};

const attach = async (options: AttachOptions): Promise<void> => {
  const reason = mustSayWhy('ledger store attach', options);
  const { ledgerId } = await inPlaces(async (places, logger) => {
    const actor = await actorIn(places, logger, options);
    await prepareDatabase(places.databaseUrl, logger);
    const differences = await compare(places, logger, tellerOf(options.json));
    process.stderr.write(`${differences} differences; attaching takes ${QUIET_MS / 1_000} s\n`);
    return withPair(places, logger, (deps) => attachPair(deps, { actor, reason, differences }));
  });
  const lines = [`Ledger ${ledgerId} belongs to this PostgreSQL. Services may start.`];
  print(options.json, { attached: ledgerId }, lines);
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
    await deps.hold.begin(() => undefined);
    return await work({
      ...{ ...deps, takeLook, nowMs, rest: (ms) => rest(ms, never) },
      ...{ isStopping: () => false, onHeld: () => undefined },
    });
  } finally {
    await close();
  }
};
