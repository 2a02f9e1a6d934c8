import request from 'supertest';
import { projections } from '../../../projections/all';
import openapi from '../../../src/http/generated/ops-openapi.json';
import type { OpsPayment } from '../../../src/http/ops/payments/payment.dto';
import { isHeld } from '../../../src/http/ops/payments/payment-steps';
import type { OpsTimeline } from '../../../src/http/ops/payments/timeline.dto';
import { expectInvalid, expectProblem } from '../expect-problem';
import { documentOf, jsonOf } from '../public/document';
import { onSandbox, openCharge } from '../sandbox/charged-cashin';
import { workOff } from '../user/pay-on-chain';
import { withdrawAs, withdrawer } from '../user/withdrawing';
import type { Partner, User } from '../world';
import { cashoutTo, knownUser } from './known-user';
import { type OpsWorld, openOpsWorld } from './ops-world';

/** Personal data of the payments: ids at the partner, payees' keys, payers. */
const CANARIES = [
  ...['canary-external', 'canary-payee@exemplo.com', 'Maria da Silva', '529.982.247-25', '52998224725'],
  ...['maria@exemplo.com', 'fulano@exemplo.com'],
];

const { api, faultsOf } = documentOf(openapi);

let ops: OpsWorld;
let partner: Partner;
let user: User;
let cashout: string;
let cashin: string;
let withdrawal: string;

const paidCashin = async (): Promise<string> => {
  const intentId = await openCharge(ops.world, user);
  await onSandbox(ops.world, partner, `charges/${intentId}/pay`);
  await workOff(ops.world);
  return intentId;
};

beforeAll(async () => {
  ops = await openOpsWorld();
  const { world } = ops;
  ({ partner, user } = await knownUser(world, 'canary-external'));
  cashout = await cashoutTo(world, user, 'canary-payee@exemplo.com', `0x${'7b'.repeat(32)}`);
  cashin = await paidCashin();
  const other = await withdrawer(world);
  const asked = await withdrawAs(world, other.user);
  withdrawal = (asked.body as { data: { withdrawId: string } }).data.withdrawId;
  await workOff(world);
});
afterAll(() => ops.close());

const get = (path: string) =>
  request(ops.app)
    .get(`/ops/v1/payments/${path}`)
    .set({ Authorization: `Bearer ${ops.people.viewer.operatorKey}` });
const paymentOf = async (id: string): Promise<OpsPayment> => (await get(id)).body.data;
const timelineOf = async (path: string): Promise<OpsTimeline> => (await get(path)).body;

const expectDocumented = (path: string, body: unknown): void => {
  const answer = api.paths[path]?.['get']?.responses['200'];
  const schema = answer === undefined ? undefined : jsonOf(answer)?.schema;
  expect([path, schema === undefined ? ['no schema'] : faultsOf(schema, body)]).toEqual([path, []]);
};

describe('a payment', () => {
  it('shows a cash-out with its deposit and its payout', async () => {
    const payment = await paymentOf(cashout);
    expect(payment).toMatchObject({
      ...{ id: cashout, kind: 'CASHOUT', mode: 'sandbox', status: 'COMPLETED', isHeld: false, refund: null },
      possibleDecisions: [],
      partner: { partnerId: partner.partnerId, name: 'Acme', status: 'ACTIVE' },
      terms: { total: { baseUnits: '3100', decimals: 2, symbol: 'BRL' }, net: { baseUnits: '3000' } },
      people: { userId: user.userId, kycStatus: 'APPROVED', hasExternalId: true, payee: { kind: 'PIX_KEY' } },
      moneyIn: [{ what: 'DEPOSIT', status: 'MATCHED', isAccepted: true, txHash: `0x${'7b'.repeat(32)}` }],
      moneyOut: [{ what: 'PAYOUT', status: 'SETTLED', attempt: 1, amount: { baseUnits: '3000' } }],
      receipts: [{ paid: { baseUnits: '3000' }, returned: { baseUnits: '0' } }],
    });
    expect(payment.moneyIn[0]?.amount).toEqual(payment.terms.crypto);
    expect(payment.moneyOut[0]?.endToEndId).toBe(payment.receipts[0]?.endToEndId);
    expect(payment.people.payee.shown).not.toContain('payee');
    const times = payment.steps.map(({ at }) => at ?? 'not reached');
    expect(payment.steps.map(({ step }) => step)).toEqual('QUOTED WAITING SEEN FINAL MATCHED SENT PAID'.split(' '));
    expect(times).toEqual([...times].sort());
  });

  it('shows a cash-in with its PIX and its delivery', async () => {
    expect(await paymentOf(cashin)).toMatchObject({
      ...{ kind: 'CASHIN', status: 'COMPLETED' },
      people: { payee: { kind: 'WALLET', shown: user.pubkey }, payerMasked: expect.stringContaining('*') },
      moneyIn: [{ what: 'PIX', status: 'ACCEPTED', isAccepted: true, amount: { baseUnits: '15000', symbol: 'BRL' } }],
      moneyOut: [{ what: 'DELIVERY', status: 'CONFIRMED', to: user.pubkey }],
    });
  });

  it('shows a withdrawal with its debit and its payout', async () => {
    expect(await paymentOf(withdrawal)).toMatchObject({
      ...{ kind: 'WITHDRAW', status: 'COMPLETED', terms: { quoteId: null } },
      moneyIn: [{ what: 'DEBIT', isAccepted: true }],
      moneyOut: [{ what: 'PAYOUT', status: 'SETTLED' }],
    });
  });

  it.each([
    [{ PayoutHeld: 3 }, true],
    [{ PayoutHeld: 3, PayoutReleased: 4 }, false],
    [{ PayoutHeld: 5, PayoutReleased: 4 }, true],
    [{ CashinHeld: 2 }, true],
    [{ PayoutDispatched: 2 }, false],
  ])('is on hold after %j: %p', (last, expected) => {
    const stages = Object.entries(last).map(([type, revision]) => ({ type, first_at: '', last_revision: revision }));
    expect(isHeld(stages)).toBe(expected);
  });

  it.each(['nothing', 'p'.repeat(10_000), '%00', '..%2f..'])('refuses the unknown id %.20s', async (id) => {
    for (const path of [id, `${id}/timeline`, `${id}/explanation`]) {
      const answer = await get(path);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
    }
  });

  it('is answered as documented, for every kind, without data of persons', async () => {
    for (const id of [cashout, cashin, withdrawal]) {
      for (const path of ['', '/timeline', '/explanation']) {
        const { body, text } = await get(`${id}${path}`);
        expectDocumented(`/ops/v1/payments/{id}${path}`, body);
        expect([path, CANARIES.filter((canary) => text.includes(canary))]).toEqual([path, []]);
        expect(text).not.toMatch(/"(box|commitment)":/);
      }
    }
  });

  it('is not shown under an id of another object', async () => {
    for (const id of [user.userId, partner.partnerId]) expectProblem(await get(id), 404, 'PAYMENT_NOT_FOUND');
    expectProblem(await get(`${user.userId}/explanation`), 404, 'PAYMENT_NOT_FOUND');
  });
});

describe('a timeline', () => {
  it('has every event of the payment, its quote, deposit and webhooks, in the order of the log', async () => {
    const { data } = await timelineOf(`${cashout}/timeline?limit=200`);
    const types = data.map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining([
        ...['QuoteIssued', 'CashoutIntentCreated', 'DepositObserved', 'DepositFinalised', 'DepositMatched'],
        ...['DepositAccepted', 'PayoutDispatched', 'PayoutSettled', 'CashoutCompleted', 'KycStatusChanged'],
      ]),
    );
    const positions = data.map(({ position }) => BigInt(position));
    expect(positions).toEqual([...positions].sort((left, right) => Number(left - right)));
    const completed = data.find(({ type }) => type === 'CashoutCompleted');
    expect(completed).toMatchObject({ actor: { kind: 'system' }, cause: expect.any(String), revision: 5 });
  });

  it('is paged in both directions', async () => {
    const whole = (await timelineOf(`${cashout}/timeline?limit=200`)).data.map(({ eventId }) => eventId);
    for (const order of ['oldest', 'newest']) {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
        const { data, meta }: OpsTimeline = await timelineOf(`${cashout}/timeline?limit=4&order=${order}${after}`);
        seen.push(...data.map(({ eventId }) => eventId));
        cursor = meta.nextCursor;
      }
      expect(seen).toEqual(order === 'oldest' ? whole : [...whole].reverse());
    }
  });

  it('names the position that every projection has reached', async () => {
    const checkpoints = projections.map(({ name }, place) => [name, name === 'links' ? 1 : 40 + place] as const);
    await ops.world.pool.query(
      `INSERT INTO lastro.named_checkpoints (projection, position_commit, position_prepare)
         SELECT name, at, at FROM unnest($1::text[], $2::bigint[]) AS t (name, at)`,
      [checkpoints.map(([name]) => name), checkpoints.map(([, at]) => at)],
    );
    expect((await timelineOf(`${cashout}/timeline`)).meta.knownTo).toBe('40');
    expect((await paymentOf(cashout)).knownTo).toBe('40');
  });

  it('shows sealed values as sealed', async () => {
    const { data } = await timelineOf(`${cashout}/timeline?limit=200`);
    const dispatched = data.find(({ type }) => type === 'PayoutDispatched');
    expect(dispatched?.data['parties']).toEqual({ sealed: true });
  });

  it.each([
    ['limit=0', ['limit']],
    ['limit=201', ['limit']],
    ['limit=x', ['limit']],
    ['cursor=nothing', ['cursor']],
    ['order=sideways', ['order']],
    ['filter=x', ['filter']],
  ])('refuses %s', async (query, fields) => {
    expectInvalid(await get(`${cashout}/timeline?${query}`), fields);
  });
});

test('answers an explanation equal to `ledger explain`', async () => {
  const { status, because } = await ops.world.service.explain(cashout);
  const answer = await get(`${cashout}/explanation`);
  expect(answer.body.data).toMatchObject({ status, because, deposits: [{ status: 'MATCHED', reason: null }] });
});
