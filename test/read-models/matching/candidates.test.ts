import { memoHashOf } from '../../../aggregates/deposit/matching';
import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { accounts } from '../../../projections/accounts';
import { depositsProjection } from '../../../projections/deposits';
import { cashoutIntentsProjection } from '../../../projections/payments/cashout-intents';
import { reconciliation } from '../../../projections/reconciliation';
import { type CandidatesAsked, listCandidates } from '../../../read-models/matching/candidates';
import { deposits } from '../../../read-models/matching/deposits';
import {
  type ReconciliationIntentRow,
  reconciliationIntents,
} from '../../../read-models/matching/reconciliation-intents';
import { cashoutIntents } from '../../../read-models/payments/cashout-intents';
import { users } from '../../../read-models/users/users';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();
const created = recorded('CashoutIntentCreated');
const matching = rowAfter(reconciliation, reconciliationIntents, created);
const payment = rowAfter(cashoutIntentsProjection, cashoutIntents, created);
const user = rowAfter(accounts, users, recorded('UserRegistered'));
const paid = rowAfter(depositsProjection, deposits, recorded('DepositObserved'));

interface Known extends Partial<ReconciliationIntentRow> {
  readonly user_id?: string;
}

const given = async (intentId: string, { user_id = 'stranger', ...columns }: Known = {}): Promise<void> => {
  const memo = `lastro:${intentId}`;
  const intent = { ...matching, intent_id: intentId, memo, memo_hash: memoHashOf(memo), ...columns };
  const { status } = intent;
  const shown = { ...payment, intent_id: intentId, memo, user_id, created_at: intent.created_at };
  await models.store(
    row(reconciliationIntents, intent),
    row(cashoutIntents, { ...shown, status: status === 'EXPIRED' ? 'EXPIRED' : 'PENDING' }),
  );
};

const asked: CandidatesAsked = {
  ...{ network: 'ethereum', assetId: 201, amountBaseUnits: '25000000', sender: '0xbb', memoHashes: [] },
  ...{ at: time(60), endedSince: time(-7 * 86_400) },
};
const found = async (changes: Partial<CandidatesAsked> = {}) =>
  (await listCandidates(models.query, { ...asked, ...changes })).map(({ intent_id: id }) => id).sort();

test('lists intents that a memo names, in any state', async () => {
  await given('named', { network: 'polygon', status: 'ACCEPTED', amount_base_units: '99' });
  expect(await found()).toEqual([]);
  expect(await found({ memoHashes: [memoHashOf('lastro:named')] })).toEqual(['named']);
});

test('lists open intents of equal and smaller amounts, of the network and asset', async () => {
  await given('equal');
  await given('smaller', { amount_base_units: '24999999' });
  await given('greater', { amount_base_units: '25000001' });
  await given('elsewhere', { network: 'polygon' });
  await given('other-asset', { asset_id: 202 });
  await given('paid', { status: 'ACCEPTED' });
  expect(await found()).toEqual(['equal', 'smaller']);
  expect(await found({ assetId: null })).toEqual([]);
});

test('lists intents that ended in the last week', async () => {
  const ended = (seconds: number) => ({ status: 'EXPIRED', expires_at: time(seconds) }) as const;
  await given('recent', ended(30));
  await given('recent-smaller', { ...ended(30), amount_base_units: '1' });
  await given('old', ended(-8 * 86_400));
  await given('old-smaller', { ...ended(-8 * 86_400), amount_base_units: '1' });
  expect(await found()).toEqual(['recent', 'recent-smaller']);
});

test('lists the ten open intents on either side of the block time that are nearest', async () => {
  for (let index = 0; index < 13; index += 1) {
    await given(`after-${index + 10}`, { expires_at: time(100 + index) });
    await given(`before-${index + 10}`, { expires_at: time(50 - index) });
  }
  const names = (side: string) => Array.from({ length: 10 }, (_, index) => `${side}-${index + 10}`);
  expect(await found()).toEqual([...names('after'), ...names('before')]);
});

const near = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => given(`near-${index}`, { amount_base_units: '24000000' })));

test('lists intents of the user whose wallet sent it, in any spelling of hex', async () => {
  await models.store(row(users, { ...user, pubkey: '0xBb' }));
  await near(10);
  await given('own', { user_id: user.user_id, amount_base_units: '1' });
  const rows = await listCandidates(models.query, asked);
  expect(rows.filter((each) => each.is_of_wallet).map((each) => each.intent_id)).toEqual(['own']);
});

test('compares a wallet in base58 with its case', async () => {
  await models.store(row(users, { ...user, pubkey: 'Wa11et' }));
  await near(10);
  await given('own', { user_id: user.user_id, amount_base_units: '1' });
  expect(await found({ sender: 'Wa11et' })).toContain('own');
  expect(await found({ sender: 'wA11et' })).not.toContain('own');
});

test('lists intents of the user whose earlier deposit came from the sender', async () => {
  await near(10);
  await given('earlier', { user_id: user.user_id, status: 'ACCEPTED' });
  await given('now', { user_id: user.user_id, amount_base_units: '1' });
  await models.store(row(deposits, { ...paid, sender: '0xbb', status: 'MATCHED', intent_id: 'earlier' }));
  const rows = await listCandidates(models.query, asked);
  expect(rows.filter((each) => each.is_of_sender).map((each) => each.intent_id)).toContain('now');
  expect(await found({ sender: '0xcc' })).not.toContain('now');
});
