import type { Logger } from 'pino';
import type { IdentityDeps } from '../../../../infra/pair/append-identity';
import type { BindDeps } from '../../../../infra/pair/bind';
import { holdAlone } from '../../../../infra/pair/holding/hold-alone';
import { createLooking } from '../../../../infra/pair/looking';
import { decideWhere } from '../../../../infra/pair/pair';
import { openInOrder } from '../../open-in-order';
import { connectPair } from '../../pair';
import type { Places } from './places';

export interface PairTools extends BindDeps, IdentityDeps {
  readonly databaseUrl: string;
  readonly isEmbedded: boolean;
  readonly logger: Logger;
}

/** Nothing ends a command early but its own death. */
const NEVER = new AbortController().signal;

const toolsOf = ({ databaseUrl }: Places, logger: Logger, { deps }: ReturnType<typeof connectPair>): PairTools => {
  const { nowMs, rest } = deps.time;
  return {
    ...{ ...deps, databaseUrl, logger, nowMs, takeLook: createLooking({ ...deps, nowMs }), decide: decideWhere(deps) },
    ...{ rest: (ms) => rest(ms, NEVER), isStopping: () => false, onHeld: () => undefined, onRefused: () => undefined },
  };
};

/** Beside other processes of this PostgreSQL. */
export const beside = async <Value>(
  places: Places,
  logger: Logger,
  work: (tools: PairTools) => Promise<Value>,
): Promise<Value> => {
  const connections = connectPair(places, logger);
  try {
    await connections.deps.hold.begin(() => undefined);
    return await work(toolsOf(places, logger, connections));
  } finally {
    await connections.close();
  }
};

/** No process of this PostgreSQL lives while `work` runs. Rejects where one does, and names it. */
export const alone = async <Value>(
  places: Places,
  logger: Logger,
  work: (tools: PairTools) => Promise<Value>,
): Promise<Value> => {
  const { value, close } = await openInOrder(async (onClose) => {
    const nowMs = (): number => performance.now();
    const hold = await holdAlone({ databaseUrl: places.databaseUrl, nowMs });
    onClose(hold.release);
    const connections = connectPair(places, logger);
    onClose(connections.close);
    return { hold, connections };
  });
  const { hold, connections } = value;
  const tools = { ...toolsOf(places, logger, connections), hold: { isHeld: hold.isAlone, unheld: () => null } };
  return work(tools).finally(close);
};
