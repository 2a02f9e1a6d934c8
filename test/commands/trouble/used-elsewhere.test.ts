import type { CashinEnd } from '../../../aggregates/cashin/events';
import type { LedgerEvent } from '../../../aggregates/events';
import { decide as decideStep } from '../../../commands/trouble/decide';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { happened, typesOf } from '../../core';
import { asked } from '../operator/asked';
import { back, contradicted, deciding, REFUSED, refused, SENT, there } from './steps/deciding';

const CLAIM = 'foundTransfer-ethereum:f1';

/** As the read models answer, call after call; the last answer holds. */
const deciders = async (history: readonly LedgerEvent[], answers: readonly (readonly string[])[]) => {
  const world = await deciding({}, ...history);
  const left = [...answers];
  const next = async () => (left.length > 1 ? left.shift() : left[0]) ?? [];
  const deps = { ...world.deps, paymentsPaidBy: next, cashinsDeliveredBy: next };
  const decide = (by: string, end: CashinEnd) =>
    decideStep(deps)({ paymentId: 'cash1', outcome: end, by, mayPropose: true }, asked(deps));
  return { ...world, decide };
};

describe('a transaction that another payment uses', () => {
  test.each(['0xf1', '0xF1', 'f1'])('ends no cash-in when it refunds a payment, written as %s', async (txId) => {
    const { deps, decide, since } = await deciders([...SENT, contradicted], []);
    const claimed = { network: 'ethereum', transferId: 'ethereum:f1', txid: '0xf1', paymentId: 'cid1' } as const;
    await happened(deps.eventStore, event('RefundTransferClaimed', claimed));
    await expect(decide('ana', { ...there, txId })).rejects.toMatchObject(refused('is the refund of cid1'));
    expect(await since()).toEqual([]);
  });

  test('ends no cash-in when it delivered another one', async () => {
    const { decide, since } = await deciders([...SENT, contradicted], [['cash0', 'cash1']]);
    await expect(decide('ana', there)).rejects.toMatchObject(refused('has delivered for cash0'));
    expect(await since()).toEqual([]);
  });

  test('ends no cash-in when the transaction delivered another one, until it is claimed', async () => {
    const { deps, decide, since } = await deciders([...SENT, contradicted], [[], [], ['cash0']]);
    await decide('ana', there);
    await expect(decide('bob', there)).rejects.toMatchObject(refused('has delivered for cash0'));
    expect([await since(), await typesOf(deps.eventStore, CLAIM)]).toEqual([
      ['CashinDecisionProposed'],
      ['FoundTransferClaimed'],
    ]);
  });
});

test('ends a cash-in when the transfer belongs only to this cash-in', async () => {
  const { decide, since } = await deciders([...SENT, contradicted], [['cash1']]);
  await decide('ana', there);
  expect([await decide('bob', there), (await since()).at(-1)]).toEqual(['DECIDED', 'CashinCompleted']);
});

test('refuses a transfer that paid a payout as the refund of a PIX', async () => {
  const { decide, since } = await deciders(REFUSED, [['wd1']]);
  await expect(decide('ana', back)).rejects.toMatchObject(refused('E2E-77 has paid wd1'));
  expect(await since()).toEqual([]);
});

test.each([
  ['a transaction', [...SENT, contradicted], there],
  ['a transfer', REFUSED, back],
] as const)('keeps the decision open while the other uses of %s are unknown', async (_what, history, end) => {
  const world = await deciding({}, ...history);
  const away = async () => Promise.reject(new Error('the read models are away'));
  const deps = { ...world.deps, paymentsPaidBy: away, cashinsDeliveredBy: away };
  const decide = decideStep(deps)({ paymentId: 'cash1', outcome: end, by: 'ana', mayPropose: true }, asked(deps));
  await expect(decide).rejects.toThrow('the read models are away');
  expect(await world.since()).toEqual([]);
});
