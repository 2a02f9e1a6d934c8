import { projectionStatus, type StatusOptions } from '../../projections/waiting/status';
import type { GaugeSource } from '../gauge-source';

const [LAG, PARKED] = ['lastro_projection_lag_seconds', 'lastro_parked_streams'];

export const projectionGauges = (options: StatusOptions): GaugeSource => ({
  name: 'projections',
  families: {
    [LAG]: { help: 'For how long the first event that is not projected yet has been waiting', labels: ['projection'] },
    [PARKED]: { help: 'Streams that a projection cannot go on with', labels: ['projection'] },
  },
  read: async () =>
    (await projectionStatus(options)).flatMap(({ name: projection, lagMs, parked }) => [
      { name: LAG, labels: { projection }, value: lagMs / 1_000 },
      { name: PARKED, labels: { projection }, value: parked },
    ]),
});
