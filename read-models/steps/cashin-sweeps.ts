import type { Mode } from '../mode';
import type { Table } from '../table';

export type CashinSweepRow = {
  /** Partner, mode and provider. */
  readonly sweep_key: string;
  readonly partner_id: string;
  readonly mode: Mode;
  readonly provider: string;
  readonly first_at: string;
  /** Time of its newest intent, to the hour. */
  readonly last_at: string;
};

/** Partners and providers whose credits are swept for a PIX that is no longer checked. */
export const cashinSweeps: Table<CashinSweepRow> = {
  name: 'cashin_sweeps',
  key: 'sweep_key',
  columns: {
    sweep_key: 'text',
    partner_id: 'text',
    mode: 'text',
    provider: 'text',
    first_at: 'timestamptz',
    last_at: 'timestamptz',
  },
};
