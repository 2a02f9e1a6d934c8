import { memoHashOf } from '../../../aggregates/deposit/matching';
import { START } from '../../../aggregates/events';
import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { reconciliation } from '../../../projections/reconciliation';
import { dueExpiries, readExpiryEvidence } from '../../../read-models/due/due-expiries';
import { dueWork } from '../../../read-models/due/due-work';
import { networkWatermarks } from '../../../read-models/matching/network-watermarks';
import { reconciliationHolds } from '../../../read-models/matching/reconciliation-holds';
import {
  type ReconciliationIntentRow,
  reconciliationIntents,
} from '../../../read-models/matching/reconciliation-intents';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

const waits = { graceSeconds: { ethereum: 600, local: 10 }, ceilingSeconds: 86_400 };
const created = recorded('CashoutIntentCreated');
/** Payable until second 300; with the tolerance of 30 s the deadline is second 330, the ceiling second 86,730. */
const intent = rowAfter(reconciliation, reconciliationIntents, created);
const hold = rowAfter(reconciliation, reconciliationHolds, created, recorded('DepositObserved'));

/** Seconds after noon; absent: never. */
interface Known {
  readonly columns?: Partial<ReconciliationIntentRow>;
  readonly watermark?: number;
  readonly lookedAt?: number;
  readonly holds?: number;
  /** An unread transaction: its memos, null when its calldata is unknown, and its network. */
  readonly unread?: { readonly memos: readonly string[] | null; readonly network?: string; readonly isGivenUp?: true };
  /** A stream that the projection cannot read further, by projection. */
  readonly parked?: Readonly<Record<string, string>>;
}

const given = async ({ columns, watermark, lookedAt, holds = 0, unread, parked = {} }: Known): Promise<void> => {
  const stored = { ...intent, ...columns };
  const { network } = stored;
  await models.store(row(reconciliationIntents, stored));
  if (watermark !== undefined) await models.store(row(networkWatermarks, { network, time: time(watermark) }));
  if (lookedAt !== undefined) {
    await models.query(
      `INSERT INTO lastro.watch_cursors (network, block_number, block_hash, final_number, looked_at)
         VALUES ($1, 1, '0xb1', 1, $2)`,
      [network, time(lookedAt)],
    );
  }
  for (let index = 0; index < holds; index += 1) {
    await models.store(row(reconciliationHolds, { ...hold, hold_id: `${hold.hold_id}${index}` }));
  }
  for (const [projection, stream] of Object.entries(parked)) {
    const values = '($1, $2, 0, 0, 0, $3)';
    await models.query(`INSERT INTO lastro.parked_streams VALUES ${values}`, [projection, stream, 'bug']);
  }
  if (unread === undefined) return;
  await models.query(
    `INSERT INTO lastro.unread_transactions VALUES ($1, '0xd9', '0xb9', 9, $2::jsonb, 'no receipt', $3, 1, $3, false, $4)`,
    [unread.network ?? network, JSON.stringify(unread.memos), time(200), unread.isGivenUp ? time(300) : null],
  );
};

const dueAt = async (seconds: number): Promise<readonly string[]> => {
  const { text, values } = dueExpiries(time(seconds), waits);
  return (await models.query<{ readonly key: string }>(text, values)).map(({ key }) => key);
};
const evidenceOf = async (memo: string) =>
  (await readExpiryEvidence(models.query, waits, [memoHashOf(memo)], time(400))).get(memoHashOf(memo)) ?? null;

const OWN = { memos: ['lastro:cid1'] };

test.each<[string, Known, number, boolean]>([
  ['once the network was seen past the deadline', { watermark: 330.001 }, 331, true],
  ['not when it was seen only up to it', { watermark: 330 }, 331, false],
  ['not before its own deadline, however fast the clock of the chain', { watermark: 999 }, 299, false],
  ['not while the network is unknown', {}, 80_000, false],
  ['when a look succeeded after the grace', { lookedAt: 930.001 }, 931, true],
  ['not when it succeeded before the grace was over', { lookedAt: 930 }, 80_000, false],
  ['not while looks fail, although time goes on', { watermark: 320, lookedAt: 400 }, 80_000, false],
  ['after the grace of a local network', { columns: { network: 'local' }, lookedAt: 341 }, 342, true],
  ['a network without a grace has 600 s', { columns: { network: 'other' }, lookedAt: 929 }, 80_000, false],
  ['a network without a grace has 600 s, and then', { columns: { network: 'other' }, lookedAt: 931 }, 932, true],
  ['at the ceiling, under any evidence', { lookedAt: 400 }, 86_730.001, true],
  ['at the ceiling, also on a removed network', { columns: { network: 'gone' } }, 86_731, true],
  ['not up to the ceiling', { lookedAt: 400 }, 86_730, false],
  ['not once it was paid', { columns: { status: 'ACCEPTED' }, watermark: 999 }, 99_999, false],
  ['not once it has expired', { columns: { status: 'EXPIRED' }, watermark: 999 }, 99_999, false],
])('decides if an expiry is due: %s', async (_name, known, now, isDue) => {
  await given(known);
  expect(await dueAt(now)).toEqual(isDue ? ['cid1'] : []);
});

describe.each<[string, Known]>([
  ['an observed deposit would pay it', { holds: 1 }],
  ['a deposit is proposed for it', { columns: { proposed_deposit: 'd1' } }],
  ['a transaction with its memo could not be read', { unread: OWN }],
  ['a transaction of its network could not be read at all', { unread: { memos: null } }],
  [
    'a transaction with the hash of its memo could not be read',
    { unread: { memos: ['lastro:other', `sha256:${memoHashOf('lastro:cid1')}`] } },
  ],
  ['its own events are parked', { parked: { reconciliation: 'cashout-cid1' } }],
  ["its network's events are parked", { parked: { reconciliation: 'watcher-ethereum' } }],
  ['a deposit of its network is parked', { parked: { reconciliation: 'deposit-ethereum:0xd1:0' } }],
  ['a deposit of its network is parked elsewhere', { parked: { deposits: 'deposit-ethereum:0xd1:0' } }],
])('while %s', (_name, holding) => {
  test.each<[string, Known, number]>([
    ['WATERMARK', { watermark: 331 }, 80_000],
    ['GRACE', { lookedAt: 80_000 }, 80_001],
  ])('lists no expiry by %s', async (_cause, known, now) => {
    await given({ ...known, ...holding });
    expect(await dueAt(now)).toEqual([]);
  });

  test('lists the ceiling once, for the notification', async () => {
    await given(holding);
    expect([await dueAt(86_730), await dueAt(86_731)]).toEqual([[], ['cid1']]);
    await models.clear();
    await given({ ...holding, columns: { ...holding.columns, held_at: time(86_731) } });
    expect(await dueAt(99_999)).toEqual([]);
  });
});

test('lists a held expiry again after its last hold has ended', async () => {
  await given({ columns: { held_at: time(86_731) } });
  expect(await dueAt(99_999)).toEqual(['cid1']);
});

test.each<[string, Known]>([
  ['with another memo', { unread: { memos: ['lastro:cid2'] } }],
  ['without a memo', { unread: { memos: [] } }],
  ['that was given up', { unread: { ...OWN, isGivenUp: true } }],
  ['of another network', { unread: { ...OWN, network: 'polygon' } }],
  ['of another network, whose calldata is not known,', { unread: { memos: null, network: 'polygon' } }],
])('lists an expiry in spite of an unread transaction %s', async (_name, known) => {
  await given({ watermark: 331, ...known });
  expect(await dueAt(332)).toEqual(['cid1']);
});

test.each([
  ['payouts', 'cashout-cid1'],
  ['reconciliation', 'cashout-cid2'],
  ['reconciliation', 'watcher-ethereum2'],
  ['reconciliation', 'deposit-ethereum2:0xd1:0'],
  ['deposits', 'deposit-polygon:0xd1:0'],
])('lists an expiry in spite of the projection %s with the parked stream %s', async (projection, stream) => {
  await given({ watermark: 331, parked: { [projection]: stream } });
  expect(await dueAt(332)).toEqual(['cid1']);
  const known = await evidenceOf('lastro:cid1');
  expect(known?.evidence).not.toHaveProperty('parked');
});

test('applies a bound for each network, and lists the earliest due first', async () => {
  const other = (id: string, network: string, expires: number) =>
    row(reconciliationIntents, {
      ...{ ...intent, intent_id: id, memo_hash: id, network, expires_at: time(expires) },
    });
  await given({ watermark: 400 });
  await models.store(other('cid2', 'ethereum', 250), other('cid3', 'polygon', 200), other('cid4', 'zksync', 100));
  await models.store(row(networkWatermarks, { network: 'zksync', time: time(400) }));
  expect(await dueAt(500)).toEqual(['cid4', 'cid2', 'cid1']);
});

test('is part of the due work', async () => {
  await given({ watermark: 331 });
  const { text, values } = dueWork(waits)['expire-cashout'](time(340));
  expect(await models.query(text, values)).toMatchObject([{ key: 'cid1', payload: { intentId: 'cid1' } }]);
});

describe('the evidence of an expiry, at its judgement', () => {
  test('has all its parts', async () => {
    await given({ watermark: 331, lookedAt: 335, holds: 2, columns: { proposed_deposit: 'd1' }, unread: OWN });
    await models.query(`INSERT INTO lastro.named_checkpoints VALUES ('reconciliation', 'u', 0, 'e', 7, 6, 7, 6)`, []);
    expect(await evidenceOf('lastro:cid1')).toEqual({
      evidence: {
        ...{ watermark: time(331), lookedAt: time(335), holds: 3, unread: 1 },
        ...{ graceSeconds: 600, ceilingSeconds: 86_400 },
      },
      asOf: { commit: 7n, prepare: 6n },
    });
  });
  test('counts a transaction with unknown calldata, and none without a memo', async () => {
    await given({ watermark: 331, unread: { memos: null } });
    expect(await evidenceOf('lastro:cid1')).toMatchObject({ evidence: { unread: 1 } });
    await models.clear();
    await given({ watermark: 331, unread: { memos: [] } });
    expect(await evidenceOf('lastro:cid1')).toMatchObject({ evidence: { unread: 0 } });
  });
  test('counts its own parked stream, and those that may report a payment', async () => {
    await given({
      parked: { reconciliation: 'cashout-cid1', deposits: 'deposit-ethereum:0xd1:0', payouts: 'cashout-cid1' },
    });
    expect((await evidenceOf('lastro:cid1'))?.evidence).toMatchObject({ holds: 0, unread: 0, parked: 2 });
  });
  test('is empty for an unknown network', async () => {
    await given({ columns: { network: 'local' } });
    expect(await evidenceOf('lastro:cid1')).toEqual({
      evidence: {
        ...{ watermark: null, lookedAt: null, holds: 0, unread: 0 },
        ...{ graceSeconds: 10, ceilingSeconds: 86_400 },
      },
      asOf: START,
    });
  });
  test('is null for an unknown memo', async () => {
    expect(await evidenceOf('lastro:cid9')).toBeNull();
  });
});

describe('100,000 pending intents without any evidence', () => {
  interface Plan {
    readonly 'Actual Rows': number;
    readonly 'Actual Loops': number;
    readonly 'Node Type': string;
    readonly 'Relation Name'?: string;
    readonly Plans?: readonly Plan[];
  }
  const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

  test.each([1, 5])('are not read on %i networks, because the index has the bound of each', async (networks) => {
    await given({ watermark: 331 });
    await models.query(
      `INSERT INTO lastro.reconciliation_intents
         (memo_hash, intent_id, memo, partner_id, network, asset_id, amount_base_units, receiver, status, created_at,
          expires_at, tolerance_seconds)
         SELECT 'h' || n, 'i' || n, 'm' || n, partner_id, 'n' || n % $1, asset_id, amount_base_units, receiver, status,
                created_at, expires_at + n * interval '1 ms', tolerance_seconds
           FROM lastro.reconciliation_intents, generate_series(1, 100000) n`,
      [networks],
    );
    await models.query('ANALYZE lastro.reconciliation_intents', []);
    const { text, values } = dueExpiries(time(80_000), waits);
    const [explained] = await models.query<{ 'QUERY PLAN': readonly [{ Plan: Plan }] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
      values,
    );
    const nodes = nodesOf(explained!['QUERY PLAN'][0].Plan);
    const intents = nodes.filter((node) => node['Relation Name'] === 'reconciliation_intents');
    expect(intents.length).toBeGreaterThan(0);
    expect(intents.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    const rows = intents.reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
    expect(rows).toBeLessThan(100);
    expect(await dueAt(80_000)).toEqual(['cid1']);
  });
});
