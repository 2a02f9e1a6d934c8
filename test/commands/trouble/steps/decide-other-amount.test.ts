import { resolvePayout } from '../../../../commands/payout/resolve-payout';
import type { PayoutProvider } from '../../../../commands/ports/providers/payout-provider';
import { failed, offering, payout, type Script, scriptedProvider } from '../../../doubles/scripted-provider';
import { memorySandbox } from '../../../infra/providers/memory-sandbox';
import { step } from '../../../samples/paid-intent';
import { NOT_PAID } from '../words';
import { HOUR_MS, PAID, type Requested, sentTo, WRONG_STATE } from './deciding-payout';

const BREACH = failed('UNKNOWN', 'PROTOCOL');

/** Pays a cent more than ordered. */
const sandbox = ({ clock }: Requested): PayoutProvider => {
  const { payouts: provider } = memorySandbox(clock);
  const method = { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' } as const;
  const scenario = 'WRONG_AMOUNT';
  return { ...provider, create: (call, request) => provider.create(call, { ...request, method, scenario }) };
};

/** Refuses answers of another amount by itself, as it was told to. */
const foreign = (get: Script['get'] = [BREACH]): PayoutProvider => scriptedProvider({ create: [BREACH], get }).provider;

test.each([
  ['a bank that has paid another amount', sandbox, ['PayoutContradicted']],
  ['a provider whose adapter refuses the answer', foreign(), []],
])('refuses the refund when operators decided without the answer of %s', async (_what, bank, events) => {
  const { deps, both, refund, since } = await sentTo(bank);
  await both(NOT_PAID, { payoutProviders: offering(), isUnreachable: true });
  deps.clock.advance(24 * HOUR_MS);
  await expect(refund()).rejects.toMatchObject(WRONG_STATE);
  expect((await since()).slice(4)).toEqual(events);
});

describe('a bank that has paid another amount', () => {
  test('cannot be decided as not paid, and is a contradiction', async () => {
    const { deps, decide, both, since } = await sentTo(sandbox);
    await expect(decide('ana')).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).toEqual(['PayoutContradicted']);
    expect(deps.alerts.map(({ what }) => what)).toContain('A provider contradicts itself about a payout');
    expect(await both(PAID)).toEqual(['PROPOSED', 'DECIDED']);
  });

  test('is a contradiction when a worker asks about the payout', async () => {
    const { deps, since } = await sentTo(sandbox);
    await resolvePayout(deps)({ ...step, providerKey: deps.providerKey, sinceMs: deps.clock.now() - 2 * HOUR_MS });
    expect(await since()).toEqual(['PayoutContradicted']);
  });
});

describe('a provider whose adapter calls its answer a breach of protocol', () => {
  test('cannot be decided as not paid, with an alarm', async () => {
    const { deps, decide, since } = await sentTo(foreign());
    deps.alerts.length = 0;
    await expect(decide('ana')).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).toEqual([]);
    expect(deps.alerts[0]).toMatchObject({
      what: 'A payout provider gave an impossible answer',
      facts: { stream: 'cashout-cid1', providerKey: deps.providerKey, provider: 'scripted' },
    });
  });

  test('can be decided as paid by two operators', async () => {
    const { both, since } = await sentTo(foreign());
    expect(await both(PAID)).toEqual(['PROPOSED', 'DECIDED']);
    expect(await since()).toEqual(['PayoutDecisionProposed', 'PayoutSettled', 'CashoutCompleted']);
  });

  test.each<[string, readonly (readonly string[])[], readonly string[]]>([
    ['before they say so', [['cid2']], []],
    ['when they say so', [['cid1'], ['cid2']], ['PayoutDecisionProposed']],
    ['by the time that they have claimed it', [[], [], ['cid2']], ['PayoutDecisionProposed']],
  ])('is not decided as paid by a reported payment of another one %s', async (_when, told, said) => {
    const { both, since } = await sentTo(foreign());
    const answers = [...told];
    const paymentsPaidBy = async (endToEndId: string) => (endToEndId === 'E77-1' ? (answers.shift() ?? []) : []);
    await expect(both(PAID, { paymentsPaidBy })).rejects.toMatchObject(WRONG_STATE);
    expect([await since(), answers]).toEqual([said, []]);
  });

  test('can be decided as not paid once the provider does not know the order', async () => {
    const { decide, both } = await sentTo(foreign([BREACH, failed('NOT_FOUND')]));
    await expect(decide('ana')).rejects.toMatchObject(WRONG_STATE);
    await expect(decide('ana', PAID)).rejects.toMatchObject(WRONG_STATE);
    expect(await both()).toEqual(['PROPOSED', 'DECIDED']);
  });
});

describe('a refused payout that is reported as paid later', () => {
  const BACK = payout('RETURNED');

  /** KEY_NOT_FOUND is final, so that its crypto is due. */
  const refusedFor = async (code: 'KEY_NOT_FOUND' | 'INSUFFICIENT_FUNDS', get: NonNullable<Script['get']>) => {
    const world = await sentTo(scriptedProvider({ create: [failed('REJECTED', code)], get }).provider);
    const told = code === 'KEY_NOT_FOUND' ? 2 : 0;
    return { ...world, since: async () => (await world.since()).slice(told) };
  };
  const cameToLight = async (...get: NonNullable<Script['get']>) => {
    const world = await refusedFor('KEY_NOT_FOUND', get);
    await world.comesToLight();
    return world;
  };

  test.each([
    ['has it returned whole', BACK, ['PayoutContradicted', 'PayoutContradicted']],
    ['knows nothing of it', failed('NOT_FOUND'), ['PayoutContradicted']],
  ])('is refunded a day after two operators found its return: its provider %s', async (_what, said, told) => {
    const { deps, decide, both, refund, since } = await cameToLight(said);
    await expect(refund()).rejects.toMatchObject(WRONG_STATE);
    expect([await decide('ana'), ...(await both())]).toEqual(['PROPOSED', 'PROPOSED', 'DECIDED']);
    expect(await since()).toEqual([...told, 'PayoutDecisionProposed', 'PayoutDecided']);
    await expect(refund()).rejects.toMatchObject(WRONG_STATE);
    deps.clock.advance(24 * HOUR_MS);
    expect(await refund()).toBe(true);
    expect((await since()).at(-1)).toBe('RefundRecorded');
  });

  test.each([
    ['not paid, while its provider has it settled', NOT_PAID, payout('SETTLED')],
    ['not paid, while a part has not come back', NOT_PAID, payout('RETURNED', { returnedAmount: 14_999n })],
    ['paid, since its crypto is due', PAID, BACK],
  ])('is not decided as %s', async (_what, end, said) => {
    const { decide, since } = await cameToLight(said);
    await expect(decide('ana', end)).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).not.toContain('PayoutDecisionProposed');
  });

  test('raises another alert and no refund when it is reported again after the decision', async () => {
    const { deps, both, refund, since } = await cameToLight(BACK, BACK, payout('SETTLED', { amount: 1n }));
    await both();
    deps.clock.advance(24 * HOUR_MS);
    await expect(refund()).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).not.toContain('RefundRecorded');
  });

  test('is not decided before it is reported as paid', async () => {
    for (const [end, said] of [
      [PAID, BACK],
      [NOT_PAID, failed('NOT_FOUND')],
    ] as const)
      await expect((await refusedFor('KEY_NOT_FOUND', [said])).decide('ana', end)).rejects.toMatchObject(WRONG_STATE);
  });

  test('is completed by two operators at the time when it would be sent again', async () => {
    const { decide, both, comesToLight, since } = await refusedFor('INSUFFICIENT_FUNDS', [payout('SETTLED')]);
    await comesToLight();
    await expect(decide('ana')).rejects.toMatchObject(WRONG_STATE);
    expect(await both(PAID)).toEqual(['PROPOSED', 'DECIDED']);
    expect(await since()).toEqual([
      ...['PayoutContradicted', 'PayoutDecisionProposed', 'PayoutSettled', 'CashoutCompleted'],
    ]);
  });
});
