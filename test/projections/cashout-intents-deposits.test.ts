import type { UnmatchedReason } from '../../aggregates/deposit/events';
import { refusedDeposit } from '../../packages/testing/src/samples/refused-deposit';
import { time } from '../../packages/testing/src/samples/sample-data';
import { metadata, recorded } from '../../packages/testing/src/samples/sample-events';
import { cashoutIntentsProjection } from '../../projections/payments/cashout-intents';
import { type CashoutIntentRow, cashoutIntents } from '../../read-models/payments/cashout-intents';
import { givenRows, row } from '../given';
import { pendingRow as pending } from '../samples/pending-row';

const at = time(600);
const later = { metadata: metadata({ at }), revision: 7 };
const given = (before: CashoutIntentRow) => givenRows(cashoutIntentsProjection, row(cashoutIntents, before));

describe('a deposit that names the intent and does not pay it', () => {
  const depositId = 'ethereum:0xd1:0';
  const accepted = { depositId, txHash: '0xd1', amountBaseUnits: '25000000', sender: '0xbb', blockTime: time(60) };
  const shown = { ...accepted, amountBaseUnits: '24000000', label: 'UNDERPAID', assetId: 201, decimals: 6 };
  const other = { ...shown, depositId: 'ethereum:0xd0:0' };
  const under: CashoutIntentRow = { ...pending, deposits: [shown], labels: ['UNDER'], updated_at: at };
  const refused = (label: UnmatchedReason) => ({
    refused: { ...refusedDeposit, intents: [{ ...refusedDeposit.intents[0]!, label }] },
  });

  test('DepositUnmatched shows it with its label', () =>
    given(pending)
      .when(recorded('DepositUnmatched', {}, later))
      .thenRows(row(cashoutIntents, under)));
  test('DepositUnmatched shows a second one once, after the accepted deposit', () => {
    const paid: CashoutIntentRow = {
      ...pending,
      status: 'PROCESSING',
      deposits: [{ ...accepted, depositId: 'ethereum:0xd0:0' }],
    };
    const twice = { ...paid, deposits: [...paid.deposits, { ...shown, label: 'DUPLICATE' }], updated_at: at };
    given(paid)
      .when(recorded('DepositUnmatched', refused('DUPLICATE'), later))
      .thenRows(row(cashoutIntents, twice));
    given(twice)
      .when(recorded('DepositUnmatched', refused('DUPLICATE'), later))
      .thenRows(row(cashoutIntents, twice));
  });
  test('DepositUnmatched shows at most 100 of them', () => {
    const full = { ...pending, deposits: Array.from({ length: 100 }, () => other) };
    given(full)
      .when(recorded('DepositUnmatched', {}, later))
      .unchanged();
  });
  test('DepositUnmatched of an older version changes no row', () => {
    const { refused: _refused, ...old } = recorded('DepositUnmatched', {}, later).data;
    given(pending)
      .when({ ...recorded('DepositUnmatched', {}, later), data: old })
      .unchanged();
  });
  test('DepositReleased shows it as LATE', () =>
    given({ ...pending, status: 'EXPIRED' })
      .when(recorded('DepositReleased', refused('LATE'), later))
      .thenRows(
        row(cashoutIntents, {
          ...{ ...under, status: 'EXPIRED', labels: ['LATE'], deposits: [{ ...shown, label: 'LATE' }] },
        }),
      ));
  test('DepositReverted removes it, and no other', () => {
    given({ ...pending, deposits: [shown, other] })
      .when(recorded('DepositReverted', {}, later))
      .thenRows(row(cashoutIntents, { ...pending, deposits: [other], updated_at: at }));
    given({ ...pending, deposits: [other] })
      .when(recorded('DepositReverted', {}, later))
      .unchanged();
  });
  test('DepositAccepted replaces it by the accepted deposit, which comes first', () =>
    given({ ...pending, deposits: [other, shown] })
      .when(recorded('DepositAccepted', {}, later))
      .thenRows(
        row(cashoutIntents, {
          ...{ ...pending, status: 'PROCESSING', confirmed_at: time(80), deposits: [accepted, other] },
          ...{ timeline: [...pending.timeline, { event: 'DepositAccepted', at }], updated_at: at, revision: 7 },
        }),
      ));
  test.each([
    ...(['DepositObserved', 'DepositFinalised', 'DepositClaimed', 'DepositMatched'] as const),
    ...(['DepositResolutionProposed', 'DepositProposalWithdrawn', 'DepositWrittenOff', 'DepositRefunded'] as const),
  ])('%s of the deposit changes no row', (type) =>
    given(pending)
      .when(recorded(type, {}, later))
      .unchanged());
});
