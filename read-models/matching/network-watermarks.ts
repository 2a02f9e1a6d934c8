import type { Table } from '../table';

export type NetworkWatermarkRow = { readonly network: string; readonly time: string };

/** Every deposit of a network up to this time is known. */
export const networkWatermarks: Table<NetworkWatermarkRow> = {
  name: 'network_watermarks',
  key: 'network',
  columns: { network: 'text', time: 'timestamptz' },
};
