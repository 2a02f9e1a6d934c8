import type { CoinWanted, WatchStore } from '../../../commands/watching/watch-deps';
import type { Query } from '../../../read-models/table';

interface BalanceRow {
  readonly receiver: string;
  readonly height: string;
  readonly base_units: string;
}

type BalanceStore = Pick<WatchStore, 'coinBalances' | 'saveCoinBalance'>;

export const coinBalanceRows = (query: Query, network: string): BalanceStore => ({
  coinBalances: async () => {
    const text = 'SELECT receiver, height, base_units FROM lastro.coin_balances WHERE network = $1';
    const rows = await query<BalanceRow>(text, [network]);
    return rows.map(({ receiver, height, base_units: baseUnits }) => ({
      ...{ receiver, height: BigInt(height), baseUnits: BigInt(baseUnits) },
    }));
  },
  saveCoinBalance: async ({ receiver, height, baseUnits }, before) => {
    const values = [network, receiver, height.toString(), baseUnits.toString()];
    const text =
      before === null
        ? 'INSERT INTO lastro.coin_balances (network, receiver, height, base_units) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING'
        : `UPDATE lastro.coin_balances SET height = $3, base_units = $4
            WHERE network = $1 AND receiver = $2 AND height = $5::numeric`;
    await query(text, before === null ? values : [...values, before.height.toString()]);
  },
});

/** Base units of coin that were too small for a stream, of all receivers. */
export const coinDust = async (
  query: Query,
  network: string,
  { assetId, after, upTo }: Pick<CoinWanted, 'assetId' | 'after' | 'upTo'>,
): Promise<bigint> => {
  const text = `SELECT coalesce(sum(base_units), 0)::text AS base_units FROM lastro.chain_dust
    WHERE network = $1 AND asset_id = $2 AND height > $3::numeric AND height <= $4::numeric`;
  const values = [network, assetId, after.toString(), upTo.toString()];
  const [row] = await query<Pick<BalanceRow, 'base_units'>>(text, values);
  return BigInt(row?.base_units ?? 0);
};
