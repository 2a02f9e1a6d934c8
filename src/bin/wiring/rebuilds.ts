import path from 'node:path';
import type { Logger } from 'pino';
import { cancelRebuildBy, replayParkedBy } from '../../../commands/operator/console/projection-acts';
import { recordSwap } from '../../../commands/operator/console/record-swap';
import { projectRoot } from '../../../infra/project-root';
import { rebuildProjection } from '../../../infra/projections/rebuild/rebuild';
import { createRebuildJobs, type RebuildJobs } from '../../../infra/projections/rebuild/rebuild-jobs';
import { replayParked } from '../../../infra/projections/rebuild/replay';
import { projections } from '../../../projections/all';
import type { Adapters } from './adapters';

interface RebuildsOptions {
  readonly adapters: Adapters;
  readonly databaseUrl: string;
  readonly logger: Logger;
}

/** The rebuilds that the console starts, as `ledger rebuild` makes them. */
export const createRebuilds = ({ adapters, databaseUrl, logger }: RebuildsOptions): RebuildJobs => {
  const { eventLog: eventStore, pool, ports } = adapters;
  const recorded = recordSwap(ports);
  const readModelsFolder = path.join(projectRoot(), 'read-models');
  return createRebuildJobs({
    pool,
    rebuild: async (name, choices) => {
      const projection = projections.find((each) => each.name === name);
      if (projection === undefined) throw new Error(`No projection ${name}`);
      return rebuildProjection({ databaseUrl, eventStore, projection, readModelsFolder, logger }, choices);
    },
    onSwapped: ({ projection, operatorName }, { differences }) =>
      recorded({ projection, operatorName, differences: differences.length }),
  });
};

/** Ports of the operators' door for projections. */
export const projectionPorts = (adapters: Adapters, rebuilds: RebuildJobs, logger: Logger) => ({
  projections: projections.map(({ name }) => name),
  replayParked: recordedReplay(adapters, logger),
  rebuilds: { ...rebuilds, cancel: cancelRebuildBy(adapters.ports, rebuilds.cancel) },
});

export const recordedReplay = ({ ports, eventLog: eventStore, batchPool: pool }: Adapters, logger: Logger) =>
  replayParkedBy(ports, (name) =>
    replayParked({ pool, eventStore, projections: projections.filter((each) => each.name === name), logger }),
  );
