import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { time } from '../../../packages/testing/src/samples/sample-time';
import { withdrawalsProjection } from '../../../projections/payments/withdrawals';
import { findWithdrawal, type WithdrawalRow, withdrawals } from '../../../read-models/payments/withdrawals';
import { userReader } from '../../../read-models/reader';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const requested = rowAfter(withdrawalsProjection, withdrawals, recorded('WithdrawalRequested'));
const stored = (...differences: readonly Partial<WithdrawalRow>[]) =>
  models.store(...differences.map((columns) => row(withdrawals, { ...requested, ...columns })));
const scope = { partnerId: 'p1', mode: 'sandbox', userId: 'u1' } as const;
const reader = (differences: object = {}) => userReader(models.query, { ...scope, ...differences });

test('finds a withdrawal for its user alone, as it was stored', async () => {
  await stored({ debit: { txHash: '0xe1', blockTime: time(70) } });
  expect(await findWithdrawal(reader(), 'wd1')).toEqual({
    ...requested,
    debit: { txHash: '0xe1', blockTime: time(70) },
  });
  const others = [{ userId: 'u2' }, { partnerId: 'p2' }, { mode: 'live' }];
  for (const other of others) expect(await findWithdrawal(reader(other), 'wd1')).toBeNull();
});
