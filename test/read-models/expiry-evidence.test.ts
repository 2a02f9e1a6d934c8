import { memoHashOf } from '../../aggregates/deposit/matching';
import { rowAfter } from '../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../packages/testing/src/samples/sample-data';
import { recorded } from '../../packages/testing/src/samples/sample-events';
import { reconciliation } from '../../projections/reconciliation';
import { dueExpiries, readExpiryEvidence } from '../../read-models/due/due-expiries';
import { networkWatermarks } from '../../read-models/matching/network-watermarks';
import { reconciliationHolds } from '../../read-models/matching/reconciliation-holds';
import { reconciliationIntents } from '../../read-models/matching/reconciliation-intents';
import { row } from '../given';
import { readModels } from '../stores/stored-rows';

const models = readModels();

const waits = { graceSeconds: {}, ceilingSeconds: 86_400 };

test('reads the evidence of many expiries at once, each with its own holds', async () => {
  const created = recorded('CashoutIntentCreated');
  const intent = rowAfter(reconciliation, reconciliationIntents, created);
  const hold = rowAfter(reconciliation, reconciliationHolds, created, recorded('DepositObserved'));
  const other = { ...intent, intent_id: 'cid2', memo: 'lastro:cid2', memo_hash: memoHashOf('lastro:cid2') };
  await models.store(row(reconciliationIntents, intent), row(reconciliationIntents, other));
  await models.store(row(reconciliationHolds, hold));
  const hashes = ['lastro:cid1', 'lastro:cid2', 'lastro:cid9'].map(memoHashOf);
  const known = await readExpiryEvidence(models.query, waits, hashes, time(400));
  expect(hashes.map((hash) => known.get(hash)?.evidence.holds)).toEqual([1, 0, undefined]);
  expect(Object.keys(known.get(hashes[1] ?? '') ?? {}).sort()).toEqual(['asOf', 'evidence']);
});

test('counts the hold of a proposed assignment until its end, and then expires the intent', async () => {
  const created = recorded('CashoutIntentCreated');
  const intent = rowAfter(reconciliation, reconciliationIntents, created);
  const hold = rowAfter(reconciliation, reconciliationHolds, created, recorded('DepositObserved'));
  await models.store(row(reconciliationIntents, intent), row(reconciliationHolds, { ...hold, until: time(900) }));
  await models.store(row(networkWatermarks, { network: intent.network, time: time(331) }));
  const at = async (seconds: number) => {
    const { text, values } = dueExpiries(time(seconds), waits);
    const known = await readExpiryEvidence(models.query, waits, [intent.memo_hash], time(seconds));
    return [await models.query(text, values), known.get(intent.memo_hash)?.evidence.holds];
  };
  expect(await at(899)).toEqual([[], 1]);
  expect(await at(900)).toMatchObject([[{ key: 'cid1' }], 0]);
});
