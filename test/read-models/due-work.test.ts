import { payoutsProjection } from '../../projections/payouts';
import { reconciliation } from '../../projections/reconciliation';
import { type DueQuery, dueWork } from '../../read-models/due-work';
import { networkWatermarks } from '../../read-models/network-watermarks';
import { type PayoutStepRow, payoutSteps } from '../../read-models/payout-steps';
import { type ReconciliationIntentRow, reconciliationIntents } from '../../read-models/reconciliation-intents';
import { reconciliationProposals } from '../../read-models/reconciliation-proposals';
import { row } from '../given';
import { rowAfter } from '../memory-rows';
import { time } from '../sample-data';
import { recorded } from '../sample-events';
import { openReadModels, type StoredRows } from '../stored-rows';

let models: StoredRows;
beforeAll(async () => {
  models = await openReadModels();
});
afterEach(() => models.clear());
afterAll(() => models.close());

interface Due {
  readonly key: string;
  readonly payload: object;
}
const work = dueWork({ ethereum: 600, local: 10 });
const run = ({ text, values }: DueQuery) => models.query<Due>(text, values);
const created = recorded('CashoutIntentCreated');

describe('match-deposit', () => {
  test('is a proposal, as the command takes it', async () => {
    const proposal = rowAfter(reconciliation, reconciliationProposals, created, recorded('DepositFinalised'));
    await models.store(row(reconciliationProposals, proposal));
    expect(await run(work['match-deposit']())).toMatchObject([
      {
        key: 'ethereum:0xd1:0',
        payload: {
          verdict: 'MATCH',
          depositId: 'ethereum:0xd1:0',
          intentId: 'cid1',
          reason: null,
          candidates: [],
          inTime: false,
          ruleVersion: 1,
          causeEventId: 'id-DepositFinalised',
        },
      },
    ]);
  });

  test('the longest due come first', async () => {
    const proposal = rowAfter(reconciliation, reconciliationProposals, created, recorded('DepositFinalised'));
    const at = (deposit_id: string, seconds: number) =>
      row(reconciliationProposals, { ...proposal, deposit_id, proposed_at: time(seconds) });
    await models.store(at('later', 2), at('first', 1));
    expect((await run(work['match-deposit']())).map(({ key }) => key)).toEqual(['first', 'later']);
  });
});

describe('expire-cashout', () => {
  // Payable until second 300, with a tolerance of 30 s.
  const intent = rowAfter(reconciliation, reconciliationIntents, created);
  const given = async (columns: Partial<ReconciliationIntentRow>, watermark: number | null) => {
    await models.store(row(reconciliationIntents, { ...intent, ...columns }));
    if (watermark !== null)
      await models.store(row(networkWatermarks, { network: intent.network, time: time(watermark) }));
  };
  const dueAt = async (seconds: number) =>
    (await run(work['expire-cashout'](time(seconds)))).map(({ payload }) => payload);
  const due = (cause: 'WATERMARK' | 'GRACE') => [{ intentId: 'cid1', cause }];

  test.each<[string, Partial<ReconciliationIntentRow>, number | null, number, 'WATERMARK' | 'GRACE' | null]>([
    ['once the network was seen past the deadline', {}, 330.001, 331, 'WATERMARK'],
    ['not when it was seen only up to it', {}, 330, 331, null],
    ['not while a deposit with its memo is open', { open_deposits: ['d1'] }, 331, 9_999, null],
    ['not while a deposit is proposed for it', { proposed_deposit: 'd1' }, 331, 9_999, null],
    ['not before its own deadline, however fast the clock of the chain', {}, 999, 299, null],
    ['when the network says nothing within the grace', {}, null, 930.001, 'GRACE'],
    ['not before the grace is over', {}, null, 930, null],
    ['when the network was seen last before the deadline', {}, 320, 931, 'GRACE'],
    ['after the grace, even with an open deposit', { open_deposits: ['d1'] }, null, 931, 'GRACE'],
    ['after the grace of a local network', { network: 'local' }, null, 341, 'GRACE'],
    ['a network without a grace has 600 s', { network: 'other' }, null, 900, null],
    ['not once it was paid', { status: 'ACCEPTED' }, 999, 9_999, null],
    ['not once it has expired', { status: 'EXPIRED' }, 999, 9_999, null],
  ])('%s', async (_name, columns, watermark, now, cause) => {
    await given(columns, watermark);
    expect(await dueAt(now)).toEqual(cause === null ? [] : due(cause));
  });
});

describe('payout steps', () => {
  const step = rowAfter(payoutsProjection, payoutSteps, recorded('PayoutRequested'));
  const given = (columns: Partial<PayoutStepRow>) => models.store(row(payoutSteps, { ...step, ...columns }));

  test.each([
    ['REQUEST', 'request-payout'],
    ['DISPATCH', 'dispatch-payout'],
    ['RESOLVE', 'resolve-payout'],
  ] as const)('%s is %s, from its time on, and nothing else', async (name, kind) => {
    await given({ step: name, due_at: time(10), since_at: time(5) });
    const payload = {
      intentId: 'cid1',
      causeEventId: 'id-PayoutRequested',
      providerKey: 'key1',
      sinceMs: Date.parse(time(5)),
    };
    expect(await run(work[kind](time(9.999)))).toEqual([]);
    expect(await run(work[kind](time(10)))).toMatchObject([{ key: 'cid1', payload }]);
    const others = (['request-payout', 'dispatch-payout', 'resolve-payout'] as const).filter((other) => other !== kind);
    for (const other of others) expect(await run(work[other](time(99)))).toEqual([]);
  });
});
