import { memoHashOf } from '../../aggregates/deposit/matching';
import { rowAfter } from '../../packages/testing/src/ledger/memory/memory-rows';
import { recorded } from '../../packages/testing/src/samples/sample-events';
import { reconciliation } from '../../projections/reconciliation';
import { readExpiryEvidence } from '../../read-models/due/due-expiries';
import { reconciliationHolds } from '../../read-models/matching/reconciliation-holds';
import { reconciliationIntents } from '../../read-models/matching/reconciliation-intents';
import { row } from '../given';
import { readModels } from '../stores/stored-rows';

const models = readModels();

const waits = { graceSeconds: {}, ceilingSeconds: 86_400 };

test('B17: what is known of many expiries at once: each its own, and what holds one holds no other', async () => {
  const created = recorded('CashoutIntentCreated');
  const intent = rowAfter(reconciliation, reconciliationIntents, created);
  const hold = rowAfter(reconciliation, reconciliationHolds, created, recorded('DepositObserved'));
  const other = { ...intent, intent_id: 'cid2', memo: 'lastro:cid2', memo_hash: memoHashOf('lastro:cid2') };
  await models.store(row(reconciliationIntents, intent), row(reconciliationIntents, other));
  await models.store(row(reconciliationHolds, hold));
  const hashes = ['lastro:cid1', 'lastro:cid2', 'lastro:cid9'].map(memoHashOf);
  const known = await readExpiryEvidence(models.query, waits, hashes);
  expect(hashes.map((hash) => known.get(hash)?.evidence.holds)).toEqual([1, 0, undefined]);
  expect(Object.keys(known.get(hashes[1] ?? '') ?? {}).sort()).toEqual(['asOf', 'evidence']);
});
