import { resolveRefund } from '../../../commands/cashin/refund/resolve-refund';
import type { Refund } from '../../../commands/ports/providers/charge-provider';
import type { Result } from '../../../commands/ports/providers/result';
import { refund } from '../../doubles/scripted-charges';
import { failed } from '../../doubles/scripted-provider';
import { back, deciding, UNKNOWN } from '../trouble/steps/deciding';
import { type Script, step } from './cashing';

const AWAY = failed('UNAVAILABLE');
const about = { ...step, endToEndId: 'E1', refundKey: 'refund1' } as const;

/** Two operators have given it back while its provider was away, which then answers. */
const overruling = async (
  answer: Result<Refund>,
  { before = AWAY, ...more }: Script & { before?: Result<Refund> } = {},
) => {
  const world = await deciding({ getRefund: [AWAY, AWAY, before, answer], ...more }, ...UNKNOWN);
  await world.both(back);
  const [decided, alerted] = [(await world.since()).length, world.alerts().length];
  return {
    ...{ ...world, look: () => resolveRefund(world.deps)({ ...about, causeEventId: 'decided' }) },
    alertsSince: () => world.alerts().slice(alerted),
    sinceDecided: async () => (await world.told()).slice(decided),
  };
};

describe('a refund that operators recorded as given back and that is made later', () => {
  test.each<[string, Partial<Refund>, string]>([
    ['by another transfer than theirs', {}, '15000'],
    ['by a transfer whose id nobody can keep', { returnId: 'D'.repeat(2_001) }, '15000'],
    ['by their transfer, of another amount', { returnId: back.transfer, amount: 14_000n }, '14000'],
  ])('records a contradiction and raises an alarm: %s', async (_what, said, cents) => {
    const { look, sinceDecided, alertsSince } = await overruling(refund('DONE', said));
    await look();
    await look();
    const detail = `refunded ${cents} cents, and operators had given it back`;
    expect(await sinceDecided()).toMatchObject([{ type: 'CashinContradicted', data: { about: 'refund1', detail } }]);
    expect(alertsSince()).toEqual(['A provider contradicts itself about a cash-in']);
  });

  test.each<[string, Result<Refund>]>([
    ['it was made by the transfer that they had named', refund('DONE', { returnId: back.transfer })],
    ['it failed', refund('FAILED')],
    ['it is on its way', refund('PROCESSING')],
    ['its answer cannot be', refund('DONE', { idempotencyKey: 'another' })],
    ['its amount is enormous', refund('DONE', { amount: 10n ** 78n })],
    ['its amount is less than nothing', refund('DONE', { amount: -1n })],
    ['its provider is silent', AWAY],
    ['its provider knows nothing of it', failed('NOT_FOUND')],
  ])('asks again later and records no event when %s', async (_what, answer) => {
    const { look, sinceDecided, charges, deps } = await overruling(answer);
    expect(await look()).toEqual({ askAgainAtMs: deps.clock.now() + 300_000 });
    expect([await sinceDecided(), charges.refunds]).toEqual([[], []]);
  });
});

test('reports a part that was refunded before the operators gave back the rest', async () => {
  const part = refund('DONE', { amount: 14_000n });
  const { look, told, sinceDecided } = await overruling(part, { before: part });
  const refuted = () => told().then((events) => events.filter(({ type }) => type === 'CashinContradicted'));
  expect(await refuted()).toMatchObject([{ data: { detail: 'refunded 14000 cents of 15000' } }]);
  await look();
  expect(await sinceDecided()).toEqual([]);
});

test('stops the questions about a refund that no operator has overruled', async () => {
  const { deps, since } = await deciding({ getRefund: [refund('DONE')] }, ...UNKNOWN);
  const look = () => resolveRefund(deps)(about);
  expect([await look(), await look(), await since()]).toEqual(['done', 'done', ['ChargeRefundDone']]);
});

test('reports a provider that is not configured, and asks no other provider', async () => {
  const { both, deps, alerts } = await deciding({ name: 'other' }, ...UNKNOWN);
  await both(back);
  const alerted = alerts().length;
  expect(await resolveRefund(deps)(about)).toEqual({ askAgainAtMs: deps.clock.now() + 300_000 });
  expect(alerts().slice(alerted)).toEqual(['The provider of a cash-in is not configured: the cash-in cannot continue']);
});

describe('a refund that is made after one operator said that the PIX went back', () => {
  const made = async (transfer: string) => {
    const world = await deciding({ getRefund: [AWAY, refund('DONE', { returnId: 'D1-returned' })] }, ...UNKNOWN);
    await world.decide('ana', { ...back, transfer });
    await resolveRefund(world.deps)(about);
    return world;
  };

  test('ends with a contradiction when the operator named another transfer', async () => {
    const { since, told, alerts } = await made(back.transfer);
    expect(await since()).toEqual(['CashinDecisionProposed', 'ChargeRefundDone', 'CashinContradicted']);
    const detail = 'refunded, and an operator says that it has gone back by another transfer';
    expect((await told())[2]?.data).toMatchObject({ about: 'refund1', detail });
    expect(alerts()).toContain('A provider contradicts itself about a cash-in');
  });

  test('ends without a contradiction when the operator named the same transfer', async () => {
    const { since } = await made('D1-returned');
    expect(await since()).toEqual(['CashinDecisionProposed', 'ChargeRefundDone']);
  });
});
