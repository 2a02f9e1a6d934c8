import type { DepositReverted } from '../../aggregates/deposit/events';
import type { EventOf, Recorded } from '../../aggregates/events';
import { type CashoutIntentRow, cashoutIntents } from '../../read-models/payments/cashout-intents';
import { type Change, type Get, type Handlers, keyOf, put, type RowKey } from '../projection';

type Followed = EventOf<'DepositUnmatched' | 'DepositReleased' | 'DepositReverted'>;

/** Limit of refused deposits in a row: a memo is public, so strangers can send more. */
const MOST_SHOWN = 100;

const LABELS: { readonly [label: string]: string } = { UNDERPAID: 'UNDER', LATE: 'LATE' };

export const withoutDeposit = ({ deposits }: CashoutIntentRow, depositId: string): CashoutIntentRow['deposits'] =>
  deposits.filter((deposit) => deposit['depositId'] !== depositId);

const changed = (
  get: Get,
  intentId: string,
  at: string,
  columns: (row: CashoutIntentRow) => Partial<CashoutIntentRow> | null,
): readonly Change[] => {
  const row = get(cashoutIntents, intentId);
  const news = row === undefined ? null : columns(row);
  return row === undefined || news === null ? [] : [put(cashoutIntents, { ...row, ...news, updated_at: at })];
};

const refused = ({ data, metadata }: Recorded<EventOf<'DepositUnmatched' | 'DepositReleased'>>, get: Get) => {
  const { depositId, refused: told } = data;
  if (told === undefined) return [];
  const { txid, assetId, amountBaseUnits, sender, blockTime, decimals = null, intents } = told;
  return intents.flatMap(({ intentId, label }) =>
    changed(get, intentId, metadata.at, (row) => {
      const others = withoutDeposit(row, depositId);
      if (others.length >= MOST_SHOWN) return null;
      const shown = { depositId, txHash: txid, amountBaseUnits, sender, blockTime, label, assetId, decimals };
      const unusual = LABELS[label];
      const isNews = unusual !== undefined && !row.labels.includes(unusual);
      return { deposits: [...others, shown], labels: isNews ? [...row.labels, unusual] : row.labels };
    }),
  );
};

/** Hashed memos name no row here; their chain reverts nothing. */
const intentsIn = ({ memos }: DepositReverted): readonly string[] =>
  memos.map((memo) => memo.slice(memo.lastIndexOf(':') + 1));

export const refusedDeposits: Handlers<Followed> = {
  DepositUnmatched: refused,
  DepositReleased: refused,
  DepositReverted: ({ data, metadata }, get) =>
    intentsIn(data).flatMap((intentId) =>
      changed(get, intentId, metadata.at, (row) => {
        const deposits = withoutDeposit(row, data.depositId);
        return deposits.length === row.deposits.length ? null : { deposits };
      }),
    ),
};

export const namedIntentKeys = ({ type, data }: Recorded): readonly RowKey[] => {
  if (type === 'DepositReverted') return intentsIn(data).map((intentId) => keyOf(cashoutIntents, intentId));
  if (type !== 'DepositUnmatched' && type !== 'DepositReleased') return [];
  return (data.refused?.intents ?? []).map(({ intentId }) => keyOf(cashoutIntents, intentId));
};
