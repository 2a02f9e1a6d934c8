import { alertRows } from '../../../../infra/alerts/alert-rows';
import type { OpsDeposit, OpsDeposits } from '../../../../src/http/ops/deposits/deposits.dto';
import type { OpsCommands } from '../../../../src/http/ops/ops-deps';
import type { OpsPayment } from '../../../../src/http/ops/payments/payment.dto';
import type { OpsWork } from '../../../../src/http/ops/work/work.dto';
import { expectInvalid, expectProblem } from '../../expect-problem';
import { openIntent, waitingPayout } from '../../sandbox/waiting-payout';
import { payOnChain, workOff } from '../../user/pay-on-chain';
import type { Partner, User } from '../../world';
import { askingOf, byKey, expectDocumented } from '../asking';
import { type OpsWorld, OWN_PAGE, sharedOpsWorld } from '../ops-world';

const decideStep = jest.fn<ReturnType<OpsCommands['decideStep']>, Parameters<OpsCommands['decideStep']>>();

let ops: OpsWorld;
let partner: Partner;
let user: User;
let stuck: string;

beforeAll(async () => {
  ops = await sharedOpsWorld();
  Object.assign(ops.ops, { commands: { ...ops.ops.commands, decideStep } });
  partner = await ops.world.partner();
  user = await ops.world.user(partner);
  stuck = await waitingPayout(ops.world, user);
});

const { get, post } = askingOf(() => ops);

const paymentNow = async (id: string): Promise<OpsPayment> => {
  await workOff(ops.world);
  return (await get(`payments/${id}`)).body.data;
};
const typesOf = async (id: string) =>
  (await ops.world.eventStore.readStream(`cashout-${id}`))
    .map(({ type }) => type)
    .filter((type) => /Held|Released/.test(type));

describe('a hold', () => {
  it('is made once at the exact revision for any number of clicks, and ends by a release', async () => {
    const { revision } = await paymentNow(stuck);
    const held = await Promise.all(
      ['one', 'one', 'two'].map((key) => post(`payments/${stuck}/hold`, { revision }, byKey(ops.people.operator), key)),
    );
    expect(held.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(await typesOf(stuck)).toEqual(['PayoutHeld']);
    const again = await post(`payments/${stuck}/hold`, { revision }, byKey(ops.people.operator), 'one');
    expect([again.status, await typesOf(stuck)]).toEqual([again.status, ['PayoutHeld']]);
    const after = await paymentNow(stuck);
    expect(after).toMatchObject({ isHeld: true, possibleDecisions: ['RELEASE'], revision: revision + 1 });
    const overtaken = await post(`payments/${stuck}/release`, { revision });
    expectProblem(overtaken, 409, 'CONCURRENT_OPERATION');
    expect(overtaken.body.error).toContain(`since revision ${revision}: PayoutHeld`);
    const released = await post(`payments/${stuck}/release`, { revision: after.revision });
    expectDocumented('/ops/v1/payments/{id}/release', 'post', released.body);
    expect(released.body.data).toEqual({ outcome: 'RELEASED' });
    const [, last] = (await ops.world.eventStore.readStream(`cashout-${stuck}`)).slice(-2);
    expect(last?.metadata).toMatchObject({ actor: { id: 'the-operator' }, reason: 'seen at the bank' });
  });

  it.each([
    ['a reason of spaces', { reason: '     ' }, 'reason'],
    ['no revision', { revision: undefined }, 'revision'],
    ['a field that is none', { force: true }, 'force'],
  ])('is refused with %s', async (_what, body, field) =>
    expectInvalid(await post(`payments/${stuck}/hold`, { revision: 1, ...body }), [field]));

  it('is refused at a revision of the future, or for an unknown payment', async () => {
    expectProblem(await post(`payments/${stuck}/hold`, { revision: 999 }), 409, 'CONCURRENT_OPERATION');
    expectProblem(await post('payments/nothing/hold', { revision: 1 }), 404, 'PAYMENT_NOT_FOUND');
  });
});

describe('a decision', () => {
  const outcome = { how: 'PAID', transfer: 'E2026' };

  it('is sent under the name of the operator, by key and by session, with the rights of the role', async () => {
    decideStep.mockReset().mockResolvedValue('PROPOSED');
    const { revision } = await paymentNow(stuck);
    const session = { ...OWN_PAGE, Cookie: await ops.signIn(ops.people.operator) };
    for (const headers of [byKey(ops.people.operator), session, byKey(ops.people.approver)]) {
      const answer = await post(`payments/${stuck}/decide`, { revision, outcome }, headers);
      expect(answer.body.data).toEqual({ decision: 'PROPOSED' });
    }
    const said = { paymentId: stuck, outcome: { how: 'PAID', endToEndId: 'E2026' } };
    expect(decideStep.mock.calls.map(([each]) => each)).toEqual([
      { ...said, by: 'the-operator', mayPropose: true },
      { ...said, by: 'the-operator', mayPropose: true },
      { ...said, by: 'the-approver', mayPropose: false },
    ]);
  });

  it.each([
    ['no evidence', { how: 'PAID' }, 'outcome.transfer'],
    ['evidence of something else', { how: 'NOT_PAID', transfer: 'E2026' }, 'outcome.transfer'],
    ['an end that is none', { how: 'LOST' }, 'outcome'],
  ])('is refused with %s', async (_what, given, field) => {
    const { revision } = await paymentNow(stuck);
    const answer = await post(`payments/${stuck}/decide`, { revision, outcome: given });
    expectInvalid(answer, [field]);
  });

  it('is confirmed as proposed, and refused once the payment has changed', async () => {
    decideStep.mockReset().mockResolvedValue('DECIDED');
    expect((await get(`payments/${stuck}/proposal`)).body.data).toBeNull();
    const { revision } = await paymentNow(stuck);
    expectProblem(await post(`payments/${stuck}/second`, { revision }), 409, 'WRONG_STATE');
    const before = (await ops.world.eventStore.readStream(`cashout-${stuck}`)).at(-1)!;
    const data = { intentId: stuck, attempt: 1, providerKey: 'key1', unknownSince: ops.world.clock.iso() };
    const proposed = {
      ...{ id: ops.world.deps.ids.uuid(), type: 'PayoutDecisionProposed' as const },
      data: { ...data, proposedBy: 'the-operator', proposedAt: ops.world.clock.iso() },
      metadata: { ...before.metadata, actor: { kind: 'operator' as const, id: 'the-operator' }, reason: 'no trace' },
    };
    await ops.world.eventStore.append(`cashout-${stuck}`, before.revision, [proposed]);
    const now = await paymentNow(stuck);
    const shown = await get(`payments/${stuck}/proposal`);
    expectDocumented('/ops/v1/payments/{id}/proposal', 'get', shown.body);
    expect(shown.body.data).toMatchObject({
      ...{ outcome: { how: 'NOT_PAID' }, proposedBy: 'the-operator', reason: 'no trace' },
      ...{ changedSince: [], revision: now.revision },
    });
    expectProblem(await post(`payments/${stuck}/second`, { revision }), 409, 'CONCURRENT_OPERATION');
    const second = await post(`payments/${stuck}/second`, { revision: now.revision }, byKey(ops.people.approver));
    expect(second.body.data).toEqual({ decision: 'DECIDED' });
    expect(decideStep.mock.calls).toMatchObject([[{ outcome: { how: 'NOT_PAID' }, by: 'the-approver' }, {}]]);
    const proposals = await get('proposals');
    expectDocumented('/ops/v1/proposals', 'get', proposals.body);
    expect(proposals.body.data).toMatchObject([
      { about: 'PAYMENT', id: stuck, how: 'NOT_PAID', proposedBy: 'the-operator', reason: 'no trace' },
    ]);
    const { body } = await get('work');
    expect((body.data as OpsWork).items).toContainEqual(
      expect.objectContaining({ kind: 'PROPOSAL', urgency: 1, paymentId: stuck, proposedBy: 'the-operator' }),
    );
    const withdrawn = await post(`payments/${stuck}/withdraw`, { revision: now.revision });
    expectDocumented('/ops/v1/payments/{id}/withdraw', 'post', withdrawn.body);
    expect(withdrawn.body.data).toEqual({ isChanged: true });
    const { revision: last } = await paymentNow(stuck);
    expect((await get(`payments/${stuck}/proposal`)).body.data).toBeNull();
    expect((await get('proposals')).body.data).toEqual([]);
    expect((await post(`payments/${stuck}/withdraw`, { revision: last })).body.data).toEqual({ isChanged: false });
    expectProblem(await post('payments/nothing/withdraw', { revision: 0 }), 404, 'PAYMENT_NOT_FOUND');
  });
});

describe('an unmatched deposit', () => {
  const unmatched = async (): Promise<readonly OpsDeposit[]> =>
    ((await get('deposits')).body.data as OpsDeposits).items;

  it('is shown with its candidates, waits as work, and pays the assigned intent', async () => {
    const { intentId, receiver, amountBaseUnits } = await openIntent(ops.world, user);
    await payOnChain(ops.world, { txid: `0x${'8a'.repeat(32)}`, receiver, amountBaseUnits, memos: [], assetId: 202 });
    expectDocumented('/ops/v1/deposits', 'get', (await get('deposits')).body);
    const deposit = (await unmatched())[0]!;
    expect(deposit).toMatchObject({ status: 'UNMATCHED', reason: 'NO_MEMO', amount: { baseUnits: amountBaseUnits } });
    const path = `deposits/${encodeURIComponent(deposit.depositId)}`;
    const shown = await get(path);
    expectDocumented('/ops/v1/deposits/{id}', 'get', shown.body);
    expect(shown.body.data).toMatchObject({ receiver, memos: [], transaction: [{ depositId: deposit.depositId }] });
    const work = await get('work');
    expectDocumented('/ops/v1/work', 'get', work.body);
    expect((work.body.data as OpsWork).items).toContainEqual(
      expect.objectContaining({ kind: 'DEPOSIT', urgency: 3, depositId: deposit.depositId, because: ['NO_MEMO'] }),
    );
    const { revision } = deposit;
    expectProblem(await post(`${path}/assign`, { revision: revision - 1, intentId }), 409, 'CONCURRENT_OPERATION');
    const assigned = await post(`${path}/assign`, { revision, intentId });
    expectDocumented('/ops/v1/deposits/{id}/assign', 'post', assigned.body);
    expect(assigned.body.data).toEqual({ resolution: 'RESOLVED' });
    expect((await paymentNow(intentId)).moneyIn).toMatchObject([{ id: deposit.depositId, isAccepted: true }]);
    expect(await unmatched()).toEqual([]);
    expectProblem(await get('deposits/nothing'), 404, 'NOT_FOUND');
  });
});

test('lists a due refund as work until it is refunded', async () => {
  const { intentId } = await openIntent(ops.world, user);
  const due = async (refunded: readonly string[]) => {
    const given = refunded.map((amountBaseUnits) => ({ amountBaseUnits }));
    const refund = { amountBaseUnits: '100', to: '0xaa', reason: 'PAYOUT_FAILED', dueAt: ops.world.clock.iso() };
    const text = 'UPDATE lastro.cashout_intents SET refund = $2, refunded = $3 WHERE intent_id = $1';
    await ops.world.pool.query(text, [intentId, refund, JSON.stringify(given)]);
    const { items } = (await get('work')).body.data as OpsWork;
    return items.filter(({ kind }) => kind === 'REFUND_DUE');
  };
  const waiting = { urgency: 3, paymentId: intentId, because: ['PAYOUT_FAILED'] };
  expect(await due([])).toMatchObject([{ ...waiting, amount: { baseUnits: '100' } }]);
  expect(await due(['60'])).toMatchObject([{ ...waiting, amount: { baseUnits: '40' } }]);
  expect(await due(['60', '40'])).toEqual([]);
});

test('closes an alert by an operator, and then removes it from the work', async () => {
  const rows = alertRows(ops.world.ports.query);
  const raised = {
    kind: 'kyc-erasure',
    subject: 's1 fake',
    says: 'It says so',
    severity: 0,
    facts: { sessionId: 's1' },
  };
  await rows.raise([{ ...raised, raisedAt: ops.world.clock.iso() }], 'test');
  const alerts = await get('alerts');
  expectDocumented('/ops/v1/alerts', 'get', alerts.body);
  expect(alerts.body.data).toMatchObject([{ kind: 'kyc-erasure', subject: 's1 fake', says: 'It says so' }]);
  const closing = { kind: 'kyc-erasure', subject: 's1 fake' };
  expect((await post('alerts/close', closing)).body.data).toEqual({ isChanged: true });
  expectProblem(await post('alerts/close', closing), 404, 'NOT_FOUND');
  const { rows: closed } = await ops.world.pool.query('SELECT closed_because FROM lastro.alerts');
  expect(closed).toEqual([{ closed_because: 'closed by operator:the-operator: seen at the bank' }]);
  expect((await get('alerts')).body.data).toEqual([]);
  const day = ops.world.clock.iso().slice(0, 10);
  const closings = (await ops.world.eventStore.readStream(`console-the-operator:${day}`)).filter(
    ({ type }) => type === 'AlertClosed',
  );
  expect(closings).toMatchObject([{ data: closing, metadata: { reason: 'seen at the bank' } }]);
});

test('changes the KYC status of a user with its reason', async () => {
  expect((await post(`users/${user.userId}/kyc`, { status: 'REJECTED' })).body.data).toEqual({ isChanged: true });
  expect((await post(`users/${user.userId}/kyc`, { status: 'REJECTED' })).body.data).toEqual({ isChanged: false });
  const last = (await ops.world.eventStore.readStream(`user-${user.userId}`)).at(-1);
  expect(last).toMatchObject({ type: 'KycStatusChanged', metadata: { reason: 'seen at the bank' } });
  expectProblem(await post('users/nobody/kyc', { status: 'REJECTED' }), 404, 'USER_NOT_FOUND');
  expectProblem(await post('webhooks/nothing/replay', {}), 404, 'NOT_FOUND');
});
