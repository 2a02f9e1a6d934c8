import { type CompareBanksDeps, compareBanks } from '../../../../commands/payout/comparing/compare-banks';
import type { ComparedDay } from '../../../../commands/payout/comparing/compared-day';
import type { Payout } from '../../../../commands/ports/providers/payout-provider';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { core, happened } from '../../../core';
import { failed, payout, type Script, scriptedProvider } from '../../../doubles/scripted-provider';

const PAID = [
  'CashoutIntentCreated',
  'DepositAccepted',
  'PayoutRequested',
  'PayoutDispatched',
  'PayoutSettled',
] as const;
const DAY = '2026-11-19';

const listedAs = (changes: Partial<Payout> = {}): Payout => ({
  ...{ idempotencyKey: 'key1', providerId: 'sbx_1', state: 'SETTLED', amount: 15_000n },
  ...changes,
});
const listing = (...orders: readonly Payout[]): Script => ({ list: { ok: true, value: orders } });

/** The log has paid `cid1` by `sandbox` under `key1`. */
const comparing = async (script: Script, changes: Partial<CompareBanksDeps> = {}) => {
  const deps = core();
  await happened(deps.eventStore, ...PAID.map((type) => event(type)));
  deps.clock.advance(86_400_000);
  const bank = scriptedProvider({ name: 'sandbox', ...script });
  const kept: ComparedDay[] = [];
  const compare = compareBanks({
    ...deps,
    everyPayoutProvider: [bank.provider],
    vault: { open: async () => JSON.stringify({ kind: 'PIX_KEY', keyType: 'EMAIL', key: 'maria@example.com' }) },
    streamOfPayout: async (key) => (key === 'key1' ? 'cashout-cid1' : null),
    partnersPaying: async () => ['p1', 'p2'],
    paidBy: async () => [{ provider_key: 'key1', stream: 'cashout-cid1' }],
    comparedDays: { keep: async (day) => void kept.push(day), isKept: async () => kept.length > 0 },
    ...changes,
  });
  const foundKinds = async () => {
    const { compared } = await compare({ day: DAY });
    return compared.flatMap(({ differences }) => differences.map(({ kind }) => kind));
  };
  return { deps, bank, kept, compare, foundKinds };
};

test('keeps a day without differences, and raises no alert', async () => {
  const { compare, kept, deps, bank } = await comparing(listing(listedAs()));
  const { compared } = await compare({ day: DAY });
  expect(compared).toMatchObject([{ day: DAY, provider: 'sandbox', orders: 1, differences: [] }]);
  expect([kept, deps.alerts]).toEqual([compared, []]);
  expect(bank.listed[0]).toEqual(['2026-11-19T03:00:00.000Z', '2026-11-20T03:00:00.000Z']);
});

test('raises an alert for an order that no payout explains, with or without a key', async () => {
  const { foundKinds, deps } = await comparing(
    listing(listedAs(), listedAs({ idempotencyKey: '', providerId: 'by hand' }), listedAs({ idempotencyKey: 'key9' })),
  );
  expect(await foundKinds()).toEqual(['ORDER_WITHOUT_PAYOUT', 'ORDER_WITHOUT_PAYOUT']);
  expect(deps.alerts.map(({ facts }) => facts)).toMatchObject([{ order: 'by hand' }, { order: 'key9' }]);
});

test('finds an order that another provider was to pay', async () => {
  const { foundKinds } = await comparing({ name: 'second', get: [failed('NOT_FOUND')], ...listing(listedAs()) });
  expect(await foundKinds()).toEqual(['ORDER_WITHOUT_PAYOUT']);
});

test('asks the bank by key for a paid payout that its list lacks', async () => {
  const known = await comparing({ get: [payout('SETTLED')] });
  expect([await known.foundKinds(), known.bank.asked]).toEqual([[], ['key1']]);
  const unknown = await comparing({ get: [failed('NOT_FOUND')] });
  expect(await unknown.foundKinds()).toEqual(['PAYOUT_WITHOUT_ORDER']);
});

test('finds another amount, another payee and a return that the log lacks', async () => {
  const other = { amount: 14_000n, returnedAmount: 1n, payee: { key: 'somebody@else.example' } };
  const { foundKinds } = await comparing(listing(listedAs(other)));
  expect(await foundKinds()).toEqual(['OTHER_AMOUNT', 'OTHER_PAYEE', 'UNBOOKED_RETURN']);
});

test.each<[string, Script]>([
  ['the bank does not list the day', { list: failed('UNAVAILABLE') }],
  ['the bank lists, and does not answer by key', { get: [failed('UNAVAILABLE')] }],
])('keeps no day and raises an alert when %s', async (_when, script) => {
  const { compare, kept, deps } = await comparing(script);
  const { compared, notCompared } = await compare({ day: DAY });
  expect([compared, kept]).toEqual([[], []]);
  expect(notCompared).toMatchObject([{ provider: 'sandbox', day: DAY }]);
  expect(deps.alerts).toMatchObject([{ what: "The comparison of a bank's day with the log failed" }]);
});

test('asks a bank with one account once, and a simulator once a partner', async () => {
  const simulator = await comparing(listing(listedAs()));
  await simulator.compare({ day: DAY });
  const account = await comparing(listing(listedAs()));
  const provider = { ...account.bank.provider, books: 'ACCOUNT' as const };
  const bank = await comparing(listing(listedAs()), { everyPayoutProvider: [provider] });
  await bank.compare({ day: DAY });
  expect([simulator.bank.listed.length, account.bank.listed.length]).toEqual([2, 1]);
});

test('compares a day that is not over until now, and does not keep the day', async () => {
  const { compare, kept, bank } = await comparing(listing(listedAs()));
  const { compared } = await compare({ day: '2026-11-21' });
  expect([compared, kept]).toMatchObject([[{ day: '2026-11-21', differences: [] }], []]);
  expect(bank.listed[0]).toEqual(['2026-11-21T03:00:00.000Z', '2026-11-21T12:00:00.000Z']);
});

test('leaves out a bank whose day is compared already', async () => {
  const { compare, bank } = await comparing(listing(listedAs()));
  for (let run = 0; run < 2; run += 1) await compare({ day: DAY, isOnlyMissing: true });
  expect(bank.listed).toHaveLength(2);
});

test.each([
  ['2026-11-31', 'VALIDATION_ERROR'],
  ['yesterday', 'VALIDATION_ERROR'],
  ['2026-11-22', 'WRONG_STATE'],
])('refuses the day %s', async (day, code) => {
  const { compare } = await comparing(listing());
  await expect(compare({ day })).rejects.toMatchObject({ rejection: { code } });
});
