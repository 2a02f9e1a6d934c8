import { fold } from '../../../../aggregates/decider';
import { deposit } from '../../../../aggregates/deposit/deposit';
import type { SetAside } from '../../../../aggregates/deposit/events';
import { transferIdOf } from '../../../../aggregates/refund-transfer/refund-transfer';
import { assignDeposit } from '../../../../commands/deposit/resolving/assign-deposit';
import { USED_NOWHERE } from '../../../../packages/testing/src/ledger/work-reads';
import { movement, time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asking, eventsOf, happened, typesOf } from '../../../core';
import { faultyStore } from '../../../doubles/faulty-store';
import { depositId, named, priced, refusedBy } from './inbox';

const assigned = { ...named('ana'), intentId: 'cid1' } as const;
const UNMATCHED = ['DepositFinalised', 'DepositUnmatched'];

const inbox = async (changes: Partial<ReturnType<typeof event<'DepositFinalised'>>['data']> = {}) => {
  const deps = { ...priced(null), ...USED_NOWHERE };
  await happened(deps.eventStore, event('CashoutIntentCreated'));
  await happened(deps.eventStore, event('DepositFinalised', changes), event('DepositUnmatched'));
  const assign = (name = 'assign', store = deps.eventStore) =>
    assignDeposit({ ...deps, eventStore: store })(assigned, asking(name));
  return {
    ...{ deps, assign },
    told: () => typesOf(deps.eventStore, `deposit-${depositId}`),
    intent: () => typesOf(deps.eventStore, 'cashout-cid1'),
  };
};

test('claims, accepts and matches a deposit, and names the clauses set aside', async () => {
  const { deps, assign, told } = await inbox({ memos: [], blockTime: time(9_999) });
  expect(await assign()).toEqual({ resolution: 'RESOLVED', setAside: ['MEMO', 'BLOCK_TIME'] });
  expect(await told()).toEqual([...UNMATCHED, 'DepositClaimed', 'DepositMatched']);
  const assignment = { operator: 'ana', reason: 'ticket 17', setAside: ['MEMO', 'BLOCK_TIME'] };
  const [, , claimed] = await eventsOf(deps.eventStore, `deposit-${depositId}`);
  const [, accepted] = await eventsOf(deps.eventStore, 'cashout-cid1');
  expect([claimed?.data, accepted?.data]).toMatchObject([
    { by: 'ana', assignment },
    { depositId, assignment },
  ]);
});

test.each<[string, object, readonly SetAside[]]>([
  ['nothing', {}, []],
  ['a receiver', { receiver: '0xab' }, ['RECEIVER']],
  ['two movements by a router', { movements: 2, unsupported: 'router' }, ['AMBIGUITY', 'UNSUPPORTED_TRANSFER']],
])('sets aside %s when no other clause fails', async (_what, changes, setAside) => {
  const { assign } = await inbox(changes);
  expect(await assign()).toEqual({ resolution: 'RESOLVED', setAside });
});

test.each([
  ['OWN_TRANSFER', { isOwn: true }],
  ['WRONG_NETWORK', { mode: 'live' }],
  ['WRONG_ASSET', { assetId: 202 }],
  ['UNDERPAID', { amountBaseUnits: '24999999' }],
] as const)('refuses a deposit by %s, which no operator may set aside', async (reason, changes) => {
  const { assign, told } = await inbox(changes);
  expect(await refusedBy(assign())).toContain(`WRONG_STATE The deposit cannot be assigned to this intent: ${reason}`);
  expect(await told()).toEqual(UNMATCHED);
});

test('refuses a deposit whose transaction a refund has claimed', async () => {
  const { deps, assign, told } = await inbox();
  const transferId = transferIdOf('ethereum', movement.txid);
  await happened(deps.eventStore, event('FoundTransferClaimed', { transferId, paymentId: 'cid9' }));
  expect(await refusedBy(assign())).toContain('is assigned to cid9');
  expect(await told()).toEqual(UNMATCHED);
});

test('refuses an intent that has ended or was paid by another deposit', async () => {
  for (const end of [event('CashoutExpired'), event('DepositAccepted', { depositId: 'ethereum:0xd2:0' })]) {
    const { deps, assign, told } = await inbox();
    await happened(deps.eventStore, end);
    expect(await refusedBy(assign())).toContain('WRONG_STATE');
    expect(await told()).toEqual(UNMATCHED);
  }
});

test('refuses an unknown deposit, an unknown intent and a deposit that is not judged', async () => {
  const { deps } = await inbox();
  const assign = assignDeposit(deps);
  const ask = (changes: object) => refusedBy(assign({ ...assigned, ...changes }, asking()));
  expect(await ask({ depositId: 'ethereum:0xd9:0' })).toContain('NOT_FOUND');
  expect(await ask({ intentId: 'cid9' })).toContain('INTENT_NOT_FOUND');
  await happened(deps.eventStore, event('DepositFinalised', { depositId: 'ethereum:0xd2:0', txid: '0xd2' }));
  expect(await ask({ depositId: 'ethereum:0xd2:0' })).toContain(
    'WRONG_STATE The service has not matched the deposit yet',
  );
});

test('refuses a deposit of a network whose final history is in question', async () => {
  const { deps, assign, told } = await inbox();
  await happened(deps.eventStore, event('FinalityViolated'));
  expect(await refusedBy(assign())).toContain('WRONG_STATE The final history');
  expect(await told()).toEqual(UNMATCHED);
});

describe.each(['crash before', 'crash after', 'lost before', 'lost after', 'away'] as const)('%s', (fault) => {
  test.each([0, 1, 2])('repeats the command after a fault at append %i', async (at) => {
    const { deps, assign, told, intent } = await inbox({ memos: [] });
    const faulty = faultyStore(deps.eventStore, (append) => (append === at ? fault : null));
    await assign('first', faulty as typeof deps.eventStore).catch(() => undefined);
    await assign('second');
    expect(await told()).toEqual([...UNMATCHED, 'DepositClaimed', 'DepositMatched']);
    expect(await intent()).toEqual(['CashoutIntentCreated', 'DepositAccepted']);
  });
});

test('releases the deposit when the intent expires after the claim', async () => {
  const { deps, assign, told } = await inbox({ memos: [] });
  const crashing = faultyStore(deps.eventStore, (append) => (append === 1 ? 'crash before' : null));
  await assign('first', crashing as typeof deps.eventStore).catch(() => undefined);
  await happened(deps.eventStore, event('CashoutExpired'));
  expect(await refusedBy(assign('second'))).toContain(
    'WRONG_STATE The intent does not take this deposit: INTENT_CLOSED',
  );
  expect(await told()).toEqual([...UNMATCHED, 'DepositClaimed', 'DepositReleased']);
  const history = await eventsOf(deps.eventStore, `deposit-${depositId}`);
  expect(fold(deposit, history as never)).toMatchObject({ status: 'UNMATCHED', reason: 'INTENT_CLOSED' });
});

describe('above the limit', () => {
  /** Three times the intent of R$ 152.25, with a limit of R$ 400. */
  const large = async () => {
    const { deps, told } = await inbox({ memos: [], amountBaseUnits: '75000000' });
    const settings = { ...deps.settings, depositApprovalCents: 40_000n };
    const by = (operator: string, changes: object = {}, name = operator) =>
      assignDeposit({ ...deps, settings })({ ...assigned, operator, ...changes }, asking(name));
    return { deps, told, by };
  };

  test('lets the first of two operators propose, and the second assign', async () => {
    const { deps, told, by } = await large();
    expect(await by('ana')).toEqual({ resolution: 'PROPOSED', setAside: ['MEMO'] });
    expect(await typesOf(deps.eventStore, 'cashout-cid1')).toEqual(['CashoutIntentCreated']);
    expect(await by('bob', { mayPropose: false })).toEqual({ resolution: 'RESOLVED', setAside: ['MEMO'] });
    expect(await told()).toEqual([...UNMATCHED, 'DepositResolutionProposed', 'DepositClaimed', 'DepositMatched']);
    const assignment = { operator: 'bob', proposedBy: 'ana', reason: 'ticket 17', setAside: ['MEMO'] };
    expect((await eventsOf(deps.eventStore, 'cashout-cid1'))[1]?.data).toMatchObject({ assignment });
  });

  test('refuses an operator without a key, and a second decision of the same operator', async () => {
    const { by } = await large();
    expect(await refusedBy(by('ana', { isNamed: false }))).toContain('Two operators with separate keys');
    await by('ana');
    expect(await refusedBy(by('ana', {}, 'again'))).toContain('A second operator must');
  });
});
