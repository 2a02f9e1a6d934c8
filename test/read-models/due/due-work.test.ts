import { rowAfter } from '../../../packages/testing/src/ledger/memory/memory-rows';
import { time } from '../../../packages/testing/src/samples/sample-data';
import { recorded } from '../../../packages/testing/src/samples/sample-events';
import { payoutsProjection } from '../../../projections/payments/payouts';
import { reconciliation } from '../../../projections/reconciliation';
import type { DueQuery } from '../../../read-models/due/due-query';
import { dueWork } from '../../../read-models/due/due-work';
import { reconciliationProposals } from '../../../read-models/matching/reconciliation-proposals';
import { type PayoutStepRow, payoutSteps } from '../../../read-models/steps/payout-steps';
import { payouts } from '../../../read-models/steps/payouts';
import { row } from '../../given';
import { readModels } from '../../stores/stored-rows';

const models = readModels();

interface Due {
  readonly key: string;
  readonly payload: object;
}
const work = dueWork({ graceSeconds: {}, ceilingSeconds: 86_400 });
const run = ({ text, values }: Pick<DueQuery<unknown>, 'text' | 'values'>) => models.query<Due>(text, values);
const created = recorded('CashoutIntentCreated');

describe('match-deposit', () => {
  test('is a proposal, with the payload of the command', async () => {
    const proposal = rowAfter(reconciliation, reconciliationProposals, created, recorded('DepositFinalised'));
    await models.store(row(reconciliationProposals, proposal));
    expect(await run(work['match-deposit'](time(99)))).toMatchObject([
      {
        key: 'ethereum:0xd1:0',
        payload: {
          verdict: 'MATCH',
          depositId: 'ethereum:0xd1:0',
          intentId: 'cid1',
          reason: null,
          candidates: [],
          inTime: false,
          ruleVersion: 2,
          causeEventId: 'id-DepositFinalised',
        },
      },
    ]);
  });

  test('lists the earliest due first', async () => {
    const proposal = rowAfter(reconciliation, reconciliationProposals, created, recorded('DepositFinalised'));
    const at = (deposit_id: string, seconds: number) =>
      row(reconciliationProposals, { ...proposal, deposit_id, proposed_at: time(seconds) });
    await models.store(at('later', 2), at('first', 1));
    expect((await run(work['match-deposit'](time(99)))).map(({ key }) => key)).toEqual(['first', 'later']);
  });
});

describe('while a stream of a partner is parked', () => {
  const requested = recorded('PayoutRequested');
  const park = (stream: string) =>
    models.query(`INSERT INTO lastro.parked_streams VALUES ('accounts', $1, NULL, 0, 0, 'deleted')`, [stream]);
  const stepOf = async (step: PayoutStepRow['step']): Promise<void> => {
    await models.store(row(payoutSteps, { ...rowAfter(payoutsProjection, payoutSteps, requested), step }));
    await models.store(row(payouts, rowAfter(payoutsProjection, payouts, requested)));
  };
  const partner = `partner-${requested.metadata.partnerId}`;

  test('lists no payout of the partner to send, but its sent payouts', async () => {
    await stepOf('DISPATCH');
    expect(await run(work['dispatch-payout'](time(99)))).toHaveLength(1);
    await park(partner);
    expect(await run(work['dispatch-payout'](time(99)))).toEqual([]);
    await models.clear();
    await stepOf('RESOLVE');
    await park(partner);
    expect(await run(work['resolve-payout'](time(99)))).toHaveLength(1);
  });

  test('lists payouts of other partners', async () => {
    await stepOf('DISPATCH');
    for (const stream of ['partner-another', `${partner}1`, 'cashout-cid1']) await park(stream);
    expect(await run(work['dispatch-payout'](time(99)))).toHaveLength(1);
  });
});

describe('payout steps', () => {
  const step = rowAfter(payoutsProjection, payoutSteps, recorded('PayoutRequested'));
  /** Stores a single step. */
  const given = async (columns: Partial<PayoutStepRow>) => {
    await models.clear();
    await models.store(row(payoutSteps, { ...step, ...columns }));
  };

  test.each([
    ['REQUEST', 'request-payout'],
    ['DISPATCH', 'dispatch-payout'],
    ['RESOLVE', 'resolve-payout'],
  ] as const)('lists %s as %s from its time on, and as no other work', async (name, kind) => {
    await given({ step: name, due_at: time(10), since_at: time(5) });
    const payload = {
      stream: 'cashout-cid1',
      causeEventId: 'id-PayoutRequested',
      providerKey: 'key1',
      sinceMs: Date.parse(time(5)),
    };
    expect(await run(work[kind](time(9.999)))).toEqual([]);
    expect(await run(work[kind](time(10)))).toMatchObject([{ key: 'cashout-cid1 key1', payload }]);
    await given({ step: name, due_at: time(10), provider_key: null });
    expect(await run(work[kind](time(10)))).toMatchObject([{ key: 'cashout-cid1' }]);
    const others = (['request-payout', 'dispatch-payout', 'resolve-payout'] as const).filter((other) => other !== kind);
    for (const other of others) expect(await run(work[other](time(99)))).toEqual([]);
  });

  test('lists each attempt at its own time', async () => {
    const keys = async () => (await run(work['resolve-payout'](time(99)))).map(({ key }) => key);
    await given({ step: 'RESOLVE', due_at: time(10) });
    expect(await keys()).toEqual(['cashout-cid1 key1']);
    await given({ step: 'RESOLVE', due_at: time(10), provider_key: 'key2' });
    expect(await keys()).toEqual(['cashout-cid1 key2']);
  });
});

test('lists a payout decided as unpaid until an hour after its refund', async () => {
  const decided = recorded('PayoutDecided', { decidedAt: time(0), refundableFrom: time(200) });
  await models.store(row(payoutSteps, rowAfter(payoutsProjection, payoutSteps, recorded('PayoutRequested'), decided)));
  const keys = async (seconds: number) =>
    (await run(work['resolve-payout'](time(seconds)))).map(({ payload }) => payload);
  expect(await keys(3_799)).toMatchObject([{ stream: decided.stream, providerKey: decided.data.providerKey }]);
  expect(await keys(3_800)).toEqual([]);
});

// The claim leaves out resting work, such as payouts asked about every five minutes, and takes its own share.
describe('a long queue', () => {
  test('is listed completely, also after resting work at its head', async () => {
    const steps = Array.from({ length: 250 }, (_, index) =>
      row(payoutSteps, {
        stream: `cashout-cid${index}`,
        step: 'RESOLVE',
        due_at: time(10),
        since_at: time(5),
        provider_key: `key${index}`,
        cause_event_id: 'id-PayoutRequested',
        until_at: null,
      }),
    );
    await models.store(...steps);
    expect(await run(work['resolve-payout'](time(11)))).toHaveLength(250);
  });
});
