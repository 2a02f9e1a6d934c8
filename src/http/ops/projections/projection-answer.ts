import { listCheckpoints, listParked, type ParkedRow } from '../../../../read-models/operators/aside';
import type { OpsDeps, RebuildJobRow } from '../ops-deps';
import type { OpsProjections, OpsRebuildJob } from './projections.dto';

/** Every projection with its position, its parked streams, and its last rebuild. */
export const projectionsAnswer = async (
  ops: Pick<OpsDeps, 'query' | 'projections' | 'rebuilds' | 'head'>,
): Promise<OpsProjections> => {
  const { query, projections, rebuilds } = ops;
  const head = (await ops.head()).commit;
  const [checkpoints, parked, jobs] = await Promise.all([listCheckpoints(query), listParked(query), rebuilds.list()]);
  const positions = new Map(checkpoints.map(({ projection, position }) => [projection, position]));
  return {
    head: head.toString(),
    projections: projections.map((name) => {
      const position = positions.get(name) ?? null;
      const job = jobs.find(({ projection }) => projection === name);
      return {
        ...{ name, position, isBehind: position === null || BigInt(position) < head },
        parked: parked.filter(({ projection }) => projection === name).map(parkedOf),
        job: job === undefined ? null : jobOf(job),
      };
    }),
  };
};

const parkedOf = ({ stream, since, error }: ParkedRow) => ({ stream, since, error });

const jobOf = ({ projection: _name, differences, ...job }: RebuildJobRow): OpsRebuildJob => ({
  ...{ ...job, differences: [...(differences ?? [])] },
  progress: job.progress === null ? null : { ...job.progress },
});
