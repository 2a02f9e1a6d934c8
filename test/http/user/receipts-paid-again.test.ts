import request from 'supertest';
import { recordPayoutOutcome } from '../../../commands/payout/outcome/record-payout-outcome';
import { resolveReturn } from '../../../commands/trouble/resolve-return';
import { asked } from '../../commands/operator/asked';
import { createWorld, FIXED_CODE, type HttpWorld, type User } from '../world';
import { payOnChain, workOff } from './pay-on-chain';

let world: HttpWorld;
let user: User;

beforeAll(async () => {
  world = await createWorld();
  user = await world.user(await world.partner());
});
afterAll(() => world.close());

const bearer = () => ({ Authorization: `Bearer ${user.token}` });
const post = (path: string, body: object) =>
  request(world.app).post(`/api/v1/cashout/${path}`).set(bearer()).send(body);
const get = async (path: string): Promise<Record<string, string>> => {
  const { body } = await request(world.app).get(`/api/v1/${path}`).set(bearer());
  return body.data as Record<string, string>;
};

const paid = async (invoiceCode: string, txid: string): Promise<string> => {
  const quoted = await post('quote', { assetId: 202, invoiceCode });
  const { data } = (await post('intent', { quoteId: quoted.body.data.quoteId as string })).body;
  const { receiver, amountBaseUnits, memo, intentId } = data as Record<string, string>;
  await payOnChain(world, { txid, receiver, amountBaseUnits, memos: [memo!], assetId: 202 } as never);
  return intentId!;
};

/** Returns the last payout in full, and an operator has it paid again. */
const paidAgain = async (intentId: string, amountCents: string, between: () => Promise<void>): Promise<void> => {
  const history = await world.eventStore.readStream(`cashout-${intentId}`);
  const settled = history.findLast(({ type }) => type === 'PayoutSettled')?.data;
  const { providerKey, providerId, endToEndId, feeCents } = settled as Record<string, string>;
  await recordPayoutOutcome(world.ports)({
    ...{ stream: `cashout-${intentId}`, providerKey: providerKey!, causeEventId: 'returned', dispatchedAt: null },
    outcome: {
      ...{ kind: 'RETURNED', amountCents },
      settlement: {
        ...{ amountCents, providerId: providerId!, endToEndId: endToEndId! },
        feeCents: feeCents!,
        receiptUrl: null,
      },
    },
  });
  const resolution = { how: 'PAID_AGAIN' } as const;
  await resolveReturn(world.ports)({ paymentId: intentId, resolution, expectedCents: amountCents }, asked(world.ports));
  await world.project();
  await between();
  await workOff(world);
};

test('shows the valid payment of an intent paid again with its id and time', async () => {
  const txid = `0x${'8a'.repeat(32)}`;
  const intentId = await paid(FIXED_CODE, txid);
  const shown = async () => {
    const receipt = await get(`receipts/pix?tx=${txid}&chain=ethereum`);
    const page = await request(world.app).get(receipt['receiptUrl']!);
    return { receipt, intent: await get(`cashout/intent/${intentId}`), page: page.text };
  };
  const before = await shown();
  const { endToEndId: first, paidAt } = before.receipt;
  await paidAgain(intentId, '3000', async () => {
    const { receipt } = await shown();
    expect(receipt).toMatchObject({ status: 'RETURNED', endToEndId: first, paidAt });
  });
  const after = await shown();
  const { endToEndId: second, paidAt: again } = after.receipt;
  expect(after.receipt['status']).toBe('COMPLETED');
  expect([second === first, Date.parse(again!) > Date.parse(paidAt!)]).toEqual([false, true]);
  expect(after.intent).toMatchObject({ status: 'COMPLETED', endToEndId: second, completedAt: paidAt });
  expect(after.page).toContain(second);
  expect(after.page).not.toContain(first);
});

test('shows the valid PIN of a gift card bought again', async () => {
  const txid = `0x${'8b'.repeat(32)}`;
  const intentId = await paid('GC-SBX-STEAM-5000-DS', txid);
  const pin = async () => (await get(`receipts/giftcard?tx=${txid}&chain=ethereum`))['giftCardPin'];
  const first = await pin();
  await paidAgain(intentId, '5000', async () => undefined);
  const second = await pin();
  expect(second).toMatch(/^SBX-/);
  expect(second).not.toBe(first);
});
