import type { PayoutEnd } from '../../../../aggregates/payout/events';
import { dispatchPayout } from '../../../../commands/payout/dispatch-payout';
import { resolvePayout } from '../../../../commands/payout/resolve-payout';
import type { PayoutProvider } from '../../../../commands/ports/payout-provider';
import { decide as decideStep } from '../../../../commands/trouble/decide';
import { recordRefund } from '../../../../commands/trouble/record-refund';
import { typesOf } from '../../../core';
import { failed, offering, type Script, scriptedProvider } from '../../../doubles/scripted-provider';
import { memorySandbox } from '../../../infra/providers/memory-sandbox';
import { step, withRequestedPayout } from '../../../samples/paid-intent';
import { event } from '../../../samples/sample-events';
import { asked } from '../../operator/asked';
import { NOT_PAID } from '../words';

const TWO_HOURS_MS = 2 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
const WRONG_STATE = { rejection: { code: 'WRONG_STATE' } };
const PAID = { how: 'PAID', endToEndId: 'E77-1' } as const;
const BREACH = failed('UNKNOWN', 'PROTOCOL');

type Requested = Awaited<ReturnType<typeof withRequestedPayout>>;

/** Sent two hours ago, with an answer that could not be believed. */
const sentTo = async (bankOf: (deps: Requested) => PayoutProvider) => {
  const deps = await withRequestedPayout();
  const bank = bankOf(deps);
  const wired = { ...deps, payoutProviders: offering(bank) };
  await dispatchPayout(wired)(step);
  deps.clock.advance(TWO_HOURS_MS);
  const decide = (by: string, end: PayoutEnd = NOT_PAID, providers = wired.payoutProviders) =>
    decideStep({ ...wired, payoutProviders: providers, everyPayoutProvider: [bank] })(
      { paymentId: 'cid1', outcome: end, by, mayPropose: true },
      asked(deps),
    );
  const { network, txid, assetId, amountBaseUnits } = event('RefundRecorded').data;
  const refund = () => {
    const told = { network, txid, assetId, amountBaseUnits, to: `0x${'b1'.repeat(20)}` };
    const transfer = { ...told, transferredAt: deps.clock.iso() };
    return recordRefund(wired)({ paymentId: 'cid1', transfer, due: null }, asked(deps));
  };
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(5);
  return { deps: wired, decide, refund, since };
};

/** Decided while the provider was not configured, a day ago. */
const decidedUnasked = async (bankOf: (deps: Requested) => PayoutProvider) => {
  const world = await sentTo(bankOf);
  for (const by of ['ana', 'bob']) await world.decide(by, undefined, offering());
  world.deps.clock.advance(DAY_MS);
  return world;
};

/** Pays a cent more than it was told to. */
const sandbox = ({ clock }: Requested): PayoutProvider => {
  const { payouts: provider } = memorySandbox(clock);
  const method = { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' } as const;
  const scenario = 'WRONG_AMOUNT';
  return { ...provider, create: (call, request) => provider.create(call, { ...request, method, scenario }) };
};

/** Refuses answers of another amount by itself, as it was told to (design: providers, rule 10). */
const foreign =
  (get: Script['get'] = [BREACH]) =>
  (): PayoutProvider =>
    scriptedProvider({ create: [BREACH], get }).provider;

describe('a bank that has paid another amount', () => {
  test('refuses that it be taken for not paid, and is found to contradict itself', async () => {
    const { deps, decide, since } = await sentTo(sandbox);
    await expect(decide('ana', NOT_PAID)).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).toEqual(['PayoutContradicted']);
    expect(deps.alerts.map(({ what }) => what)).toContain('A provider contradicts itself about a payout');
    expect([await decide('ana', PAID), await decide('bob', PAID)]).toEqual(['PROPOSED', 'DECIDED']);
  });

  test('is found to contradict itself by whoever asks what became of the payout', async () => {
    const { deps, since } = await sentTo(sandbox);
    await resolvePayout(deps)({ ...step, providerKey: deps.providerKey, sinceMs: deps.clock.now() - TWO_HOURS_MS });
    expect(await since()).toEqual(['PayoutContradicted']);
  });

  test('refuses the refund, where operators have decided without its word', async () => {
    const { refund, since } = await decidedUnasked(sandbox);
    await expect(refund()).rejects.toMatchObject(WRONG_STATE);
    expect((await since()).slice(4)).toEqual(['PayoutContradicted']);
  });
});

describe('a provider whose adapter calls its answer a breach of protocol', () => {
  test('has not said nothing: it refuses that the payout be taken for not paid, with an alarm', async () => {
    const { deps, decide, since } = await sentTo(foreign());
    deps.alerts.length = 0;
    await expect(decide('ana')).rejects.toMatchObject(WRONG_STATE);
    expect(await since()).toEqual([]);
    expect(deps.alerts[0]).toMatchObject({
      what: 'A provider gave an answer that cannot be',
      facts: { stream: 'cashout-cid1', providerKey: deps.providerKey, provider: 'scripted' },
    });
  });

  test('refuses the refund, where operators have decided without its word', async () => {
    const { refund, since } = await decidedUnasked(foreign());
    await expect(refund()).rejects.toMatchObject(WRONG_STATE);
    expect((await since()).slice(4)).toEqual([]);
  });

  test('keeps nobody from saying that its statement shows the whole', async () => {
    const { decide, since } = await sentTo(foreign());
    expect([await decide('ana', PAID), await decide('bob', PAID)]).toEqual(['PROPOSED', 'DECIDED']);
    expect(await since()).toEqual(['PayoutDecisionProposed', 'PayoutSettled', 'CashoutCompleted']);
  });

  test.each<[string, readonly (readonly string[])[], readonly string[]]>([
    ['before they say so', [['cid2']], []],
    ['when they say so', [['cid1'], ['cid2']], ['PayoutDecisionProposed']],
    ['by the time that they have claimed it', [[], [], ['cid2']], ['PayoutDecisionProposed']],
  ])('is not taken for paid by a payment that is told of another one %s', async (_when, told, said) => {
    const { deps, decide, since } = await sentTo(foreign());
    const answers = [...told];
    deps.paymentsPaidBy = async (endToEndId) => (endToEndId === 'E77-1' ? (answers.shift() ?? []) : []);
    const both = async () => [await decide('ana', PAID), await decide('bob', PAID)];
    await expect(both()).rejects.toMatchObject(WRONG_STATE);
    expect([await since(), answers]).toEqual([said, []]);
  });

  test('refuses nothing once it does not know the order', async () => {
    const { decide } = await sentTo(foreign([BREACH, failed('NOT_FOUND')]));
    await expect(decide('ana')).rejects.toMatchObject(WRONG_STATE);
    await expect(decide('ana', PAID)).rejects.toMatchObject(WRONG_STATE);
    expect([await decide('ana'), await decide('bob')]).toEqual(['PROPOSED', 'DECIDED']);
  });
});
