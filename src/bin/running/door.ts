import type { RequestListener } from 'node:http';
import { randomIds } from '../../../infra/ids';
import type { Config } from '../../config';
import type { Readiness } from '../../http/deps';
import { createGate } from '../../http/gate';
import { createHttpServer } from '../../http/server';
import { type ListenConfig, listen, type Wait } from './listen';

/** Parts of a start, in this order; readiness shows these names. */
const PARTS = ['database', 'eventStore', 'migrations', 'pair', 'projections'] as const;
export type Part = (typeof PARTS)[number];

/** The HTTP port, which is open from the first moment of a start to the last of a stop. */
export interface Door {
  readonly url: string;
  readonly isThere: (...parts: readonly Part[]) => void;
  /** `app` answers every request from now on; repeatable. */
  readonly open: (app: RequestListener) => void;
  readonly stop: () => Promise<void>;
}

export interface OpenedDoor extends Door {
  /** Gives the port to one server at a time. `stop` resolves when its requests are answered, or with the port. */
  readonly lend: () => Door;
}

/** Rejects naming HOST and PORT when it cannot listen. Until it is opened, all but liveness is 503. */
export const openDoor = async (config: ListenConfig, wait?: Wait): Promise<OpenedDoor> => {
  const awaited = new Set<Part>(PARTS);
  const gate = createGate({ ids: randomIds, missing: () => missingOf(awaited) });
  const listening = await listen(createHttpServer(gate.listener), config, wait);
  let isOpen = false;
  let stopping: Promise<void> | null = null;
  const door: Door = {
    url: listening.url,
    isThere: (...parts) => {
      for (const part of parts) awaited.delete(part);
    },
    open: (app) => {
      isOpen = true;
      gate.open(app);
    },
    stop: () => {
      // No balancer sends requests here before the port was open, so there is no request to wait for.
      stopping ??= isOpen ? listening.stop() : listening.stop(0);
      return stopping;
    },
  };
  const shut = (): Promise<void> => {
    // The set is filled again in the order of a start.
    awaited.clear();
    for (const part of PARTS) awaited.add(part);
    return gate.shut();
  };
  return { ...door, lend: () => lent(door, () => stopping ?? shut()) };
};

/** A server that has returned the port can no longer open it: the next server has it. */
const lent = (door: Door, giveBack: () => Promise<void>): Door => {
  let isBack = false;
  return {
    ...door,
    open: (app) => {
      if (!isBack) door.open(app);
    },
    stop: () => {
      isBack = true;
      return giveBack();
    },
  };
};

/** The port of the operators' routes; null in development, where they use the API's port, and when not configured. */
export const openOperatorsDoor = async (config: Config): Promise<OpenedDoor | null> => {
  const { production, OPS_HOST: HOST, OPS_PORT: PORT, DRAIN_MS } = config;
  return production && PORT !== undefined ? openDoor({ HOST, PORT, DRAIN_MS, prefix: 'OPS_' }) : null;
};

const missingOf = (awaited: ReadonlySet<Part>): Readiness['checks'] => ({
  service: { ok: false, detail: 'starting' },
  ...Object.fromEntries([...awaited].map((part) => [part, { ok: false, detail: 'not there yet' }])),
});
