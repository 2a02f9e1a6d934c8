import type { Table } from './table';

export type NetworkWatermarkRow = { readonly network: string; readonly time: string };

/** Up to when every deposit of a network is known. */
export const networkWatermarks: Table<NetworkWatermarkRow> = {
  name: 'network_watermarks',
  key: 'network',
  columns: { network: 'text', time: 'timestamptz' },
};
