import { projectionStatus, type StatusOptions } from '../../projections/waiting/status';
import type { GaugeSource } from '../gauge-source';

const [LAG, PARKED] = ['lastro_projection_lag_seconds', 'lastro_parked_streams'];

export const projectionGauges = (options: StatusOptions): GaugeSource => ({
  name: 'projections',
  families: {
    [LAG]: { help: 'Age of the first event that is not projected yet', labels: ['projection'] },
    [PARKED]: { help: 'Streams that a projection has parked', labels: ['projection'] },
  },
  read: async () =>
    (await projectionStatus(options)).flatMap(({ name: projection, lagMs, parked }) => [
      { name: LAG, labels: { projection }, value: lagMs / 1_000 },
      { name: PARKED, labels: { projection }, value: parked },
    ]),
});
