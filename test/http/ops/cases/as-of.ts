import request from 'supertest';
import openapi from '../../../../src/http/generated/ops-openapi.json';
import type { OpsPayment } from '../../../../src/http/ops/payments/payment.dto';
import type { OpsEvent, OpsExplanation } from '../../../../src/http/ops/payments/timeline.dto';
import { expectInvalid, expectProblem } from '../../expect-problem';
import { documentOf, jsonOf } from '../../public/document';
import { onSandbox, openCharge } from '../../sandbox/charged-cashin';
import { openIntent } from '../../sandbox/waiting-payout';
import { payOnChain, workOff } from '../../user/pay-on-chain';
import { withdrawAs, withdrawer } from '../../user/withdrawing';
import { type OpsWorld, sharedOpsWorld } from '../ops-world';

const { api, faultsOf } = documentOf(openapi);

let ops: OpsWorld;
let ids: Readonly<Record<'cashout' | 'cashin' | 'withdrawal', string>>;

beforeAll(async () => {
  ops = await sharedOpsWorld();
  const { world } = ops;
  const partner = await world.partner();
  const user = await world.user(partner);
  const paying = { assetId: 202, pixKey: 'payee@exemplo.com', pixKeyType: 'EMAIL' };
  const { intentId: cashout, memo, receiver, amountBaseUnits } = await openIntent(world, user, paying);
  world.clock.advance(1_000);
  await payOnChain(world, { txid: `0x${'7d'.repeat(32)}`, receiver, amountBaseUnits, memos: [memo], assetId: 202 });
  const cashin = await openCharge(world, user);
  await onSandbox(world, partner, `charges/${cashin}/pay`);
  await workOff(world);
  const asked = await withdrawAs(world, (await withdrawer(world)).user);
  await workOff(world);
  ids = { cashout, cashin, withdrawal: (asked.body as { data: { withdrawId: string } }).data.withdrawId };
});

const get = (path: string) =>
  request(ops.app)
    .get(`/ops/v1/payments/${path}`)
    .set({ Authorization: `Bearer ${ops.people.viewer.operatorKey}` });
const paymentOf = async (path: string): Promise<OpsPayment> => (await get(path)).body.data;
const eventsOf = async (path: string): Promise<OpsEvent[]> => (await get(path)).body.data;
const positionOf = async (id: string, type: string): Promise<string> => {
  const events = await eventsOf(`${id}/timeline?limit=200`);
  return events.find((event) => event.type === type)!.position;
};

describe('a payment as of a moment', () => {
  it('equals the present payment after its last event, for every kind', async () => {
    for (const [kind, id] of Object.entries(ids)) {
      const { receipts: _today, asOf: _none, ...today } = await paymentOf(id);
      const { body } = await get(`${id}?at=99999999999999999999`);
      const schema = jsonOf(api.paths['/ops/v1/payments/{id}']!['get']!.responses['200']!)?.schema;
      expect([kind, faultsOf(schema!, body)]).toEqual([kind, []]);
      const { receipts, asOf, ...then } = body.data as OpsPayment;
      expect([kind, then]).toEqual([kind, today]);
      expect([receipts, asOf]).toEqual([[], { position: expect.any(String), at: expect.any(String) }]);
    }
  });

  it('has no later state, money, step or webhook', async () => {
    const created = await positionOf(ids.cashout, 'CashoutIntentCreated');
    const then = await paymentOf(`${ids.cashout}?at=${created}`);
    expect(then).toMatchObject({ status: 'PENDING', moneyIn: [], moneyOut: [], completedAt: null });
    expect(then.steps.filter(({ at }) => at !== null).map(({ step }) => step)).toEqual(['QUOTED', 'WAITING']);
    expect(then.asOf?.position).toBe(created);
    const paid = await paymentOf(`${ids.cashout}?at=${await positionOf(ids.cashout, 'PayoutDispatched')}`);
    expect(paid).toMatchObject({
      ...{ status: 'PROCESSING', moneyIn: [{ status: 'MATCHED' }], moneyOut: [{ status: 'DISPATCHED' }] },
      people: { kycStatus: 'APPROVED' },
    });
    expect(paid.webhooks.length).toBeLessThan((await paymentOf(ids.cashout)).webhooks.length);
  });

  it('is found by a time', async () => {
    const created = (await paymentOf(ids.cashout)).createdAt;
    expect((await paymentOf(`${ids.cashout}?at=${created}`)).status).toBe('PENDING');
    const inSaoPaulo = new Date(Date.parse(created) - 3 * 3_600_000).toISOString().replace('Z', '-03:00');
    expect((await paymentOf(`${ids.cashout}?at=${inSaoPaulo}`)).status).toBe('PENDING');
  });

  it('has the timeline and the explanation of its moment', async () => {
    const at = await positionOf(ids.cashout, 'CashoutIntentCreated');
    const types = (await eventsOf(`${ids.cashout}/timeline?at=${at}`)).map(({ type }) => type);
    expect(types.at(-1)).toBe('CashoutIntentCreated');
    const newest = await eventsOf(`${ids.cashout}/timeline?at=${at}&order=newest&limit=1`);
    expect(newest.map(({ type }) => type)).toEqual(['CashoutIntentCreated']);
    for (const [kind, id] of Object.entries(ids)) {
      const explained = async (query: string) => (await get(`${id}/explanation${query}`)).body.data as OpsExplanation;
      expect([kind, await explained('?at=99999999999999999999')]).toEqual([kind, await explained('')]);
    }
    const { body } = await get(`${ids.cashout}/explanation?at=${at}`);
    expect(body.data).toMatchObject({ status: 'PENDING', heldBy: [], because: expect.stringContaining('can be paid') });
  });

  it('is refused before the first event, for an invalid moment, and for an unknown payment', async () => {
    for (const path of ['', '/explanation', '/timeline'])
      for (const at of ['0', '2020-01-01', '2020-01-01T12:00:00Z'])
        expectInvalid(await get(`${ids.cashout}${path}?at=${at}`), ['at']);
    for (const path of ['', '/explanation', '/timeline'])
      for (const at of ['', 'yesterday', '-1', '1e9', '2026-02-31', '9'.repeat(21)])
        expectInvalid(await get(`${ids.cashout}${path}?at=${at}`), ['at']);
    expectProblem(await get('nothing?at=5'), 404, 'PAYMENT_NOT_FOUND');
  });
});
