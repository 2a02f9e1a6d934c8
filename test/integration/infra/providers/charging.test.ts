import { MAXIMUM_PAYMENTS } from '../../../../commands/cashin/charge/believed-charge';
import type { ChargeRequest } from '../../../../commands/ports/providers/charge-provider';
import { chargeProvidersOf } from '../../../../infra/providers/providers';
import type { SandboxBook } from '../../../../infra/providers/sandbox/book/sandbox-book';
import { createSandboxBook } from '../../../../infra/providers/sandbox/book/sandbox-book-postgres';
import { CHARGES } from '../../../../infra/providers/sandbox/charges/charge-scenarios';
import { type ChargesUnderTest, describeChargeProvider } from '../../../../packages/testing/src/contracts';
import { OTHER_TAX_ID, PAYER } from '../../../../packages/testing/src/contracts/charges/scene';
import { freshKey, mustSucceed } from '../../../../packages/testing/src/contracts/providers';
import { manualClock } from '../../../../packages/testing/src/ledger/memory/manual-clock';
import { createMemoryBook } from '../../../../packages/testing/src/ledger/memory/memory-book';
import { expectEveryRow } from '../../../every-row';
import { memorySandbox } from '../../../infra/providers/memory-sandbox';
import { playing } from '../../../infra/providers/playing';
import { type BookDatabase, bookDatabase } from '../../../stores/sandbox-book';

const over = (book: SandboxBook) => {
  const clock = manualClock();
  const { charges, controls } = memorySandbox(clock, { book });
  const provider = chargeProvidersOf([charges], clock).choose('sandbox', 'PIX_SPLIT');
  if (provider === null) throw new Error('nobody makes charges');
  const pay: ChargesUnderTest['pay'] = ({ partnerId }, idempotencyKey, pix = {}) =>
    controls.payCharge({ partnerId, idempotencyKey }, pix);
  return { controls, provider, clock, pay, book };
};

let database: BookDatabase;
beforeAll(async () => {
  database = await bookDatabase();
});
afterAll(() => database.close());

const describeSandbox = (name: string, openBook: () => SandboxBook): void =>
  describeChargeProvider(name, {
    open: async () => {
      const { provider, ...world } = over(openBook());
      const { create, next } = playing(provider.create);
      return { ...world, provider: { ...provider, create }, next };
    },
    faults: {
      reject: ({ next }) => next('CHARGE_REFUSED'),
      loseAnswer: ({ next }) => next('CHARGE_TIMEOUT'),
      loseRefundAnswer: ({ next }) => next('REFUND_UNANSWERED'),
      failRefund: ({ next }) => next('REFUND_REFUSED'),
      payAgain: () => undefined,
      payOtherwise: () => undefined,
    },
    idempotency: 'NATIVE',
  });

describeSandbox('sandbox, in memory', createMemoryBook);
describeSandbox('sandbox, in PostgreSQL', () => createSandboxBook(database.pool));

/** More charges than a list may have credits, all opened at one moment. */
const MANY = 1_101;

test.each<[string, () => SandboxBook]>([
  ['memory', createMemoryBook],
  ['PostgreSQL', () => createSandboxBook(database.pool)],
])('lists each paid charge, even when %s has more than a thousand', async (_where, open) => {
  const { provider, clock, controls } = over(open());
  const inMs = (ms: number) => new Date(clock.now() + ms).toISOString();
  const partnerId = freshKey();
  const asker = { requestId: 'r', partnerId, mode: 'sandbox', deadlineMs: clock.now() + 60_000 } as const;
  const asked = { amount: 500n, payer: PAYER, notAfter: inMs(5_000), expiresAt: inMs(3_600_000) };
  const keys = Array.from({ length: MANY }, freshKey);
  for (const idempotencyKey of keys) mustSucceed(await provider.create(asker, { ...asked, idempotencyKey }));
  const paid = keys.toSorted().at(-1)!;
  await controls.payCharge({ partnerId, idempotencyKey: paid }, {});
  const credits = mustSucceed(await provider.listCredits(asker, inMs(-60_000), inMs(60_000)));
  expect(credits.map(({ chargeKey }) => chargeKey)).toEqual([paid]);
});

const context = { requestId: 'r', partnerId: 'p', mode: 'sandbox', deadlineMs: Number.MAX_SAFE_INTEGER } as const;
const WRONG_STATE = { rejection: { code: 'WRONG_STATE' } };

/** A charge of R$ 150.00, in a partner's time that is an hour ahead. */
const open = async (changes: Partial<ChargeRequest> = {}) => {
  const world = over(createMemoryBook());
  await world.controls.advance('p', 3_600_000);
  const idempotencyKey = freshKey();
  const expiresAt = new Date(world.clock.now() + 300_000).toISOString();
  const request = { idempotencyKey, amount: 15_000n, payer: PAYER, expiresAt, notAfter: expiresAt, ...changes };
  const answer = await world.provider.create(context, request);
  const later = async (ms: number) => {
    world.clock.advance(ms);
    return mustSucceed(await world.provider.get(context, { idempotencyKey }));
  };
  const calls = async () => {
    const taken = await world.book.takeCallbacks(Number.MAX_SAFE_INTEGER, 0, 100);
    return taken.map(({ place, type, dueAtMs }) => [place, type, dueAtMs - world.clock.now()]);
  };
  return { ...world, request, answer, later, calls, key: { partnerId: 'p', idempotencyKey } };
};

const paid = (amount: bigint, matchesExpected = true) => ({
  ...{ state: 'PAID', payments: [{ amount, payer: { matchesExpected } }] },
});
const UNPAID = { state: 'ACTIVE', payments: [] };
const SPLIT = { split: { pixKey: 'a@b.co', amount: 75n } };

/** The scenario, what differs in the request, the time that passes, and the charge then. */
const PLAYED: readonly (readonly [string, Partial<ChargeRequest>, number, object])[] = [
  ['CHARGE', {}, 90_000, UNPAID],
  ['CHARGE_PAID', {}, 1_999, UNPAID],
  ['CHARGE_PAID', {}, 2_000, paid(15_000n)],
  ['CHARGE_UNDERPAID', {}, 2_000, paid(14_999n)],
  ['CHARGE_OVERPAID', {}, 2_000, paid(15_001n)],
  ['REFUND_UNANSWERED', {}, 2_000, paid(14_999n)],
  ['REFUND_REFUSED', {}, 2_000, paid(14_999n)],
  ['CHARGE_WRONG_PAYER', {}, 2_000, paid(15_000n, false)],
  ['CHARGE_EXPIRES', {}, 2_000, { state: 'EXPIRED', payments: [] }],
  ['CHARGE_PAID', SPLIT, 2_000, { split: { isApplied: true, amount: 75n } }],
  ['CHARGE_SPLIT_REFUSED', SPLIT, 2_000, { split: { isApplied: false, amount: 0n } }],
];

test('plays each scenario', () =>
  expectEveryRow(
    PLAYED,
    ([scenario, , ms]) => `${scenario} after ${ms} ms`,
    async ([scenario, changes, ms, shown]) =>
      expect(await (await open({ scenario, ...changes })).later(ms)).toMatchObject(shown),
  ));

test('plays the scenario of an amount like the named one, and reports no split without a request', () =>
  expectEveryRow(
    CHARGES.rows.filter(({ number }) => number !== null),
    ({ name }) => name,
    async ({ name, number }) => {
      const amount = 377_700n + BigInt(number ?? 0);
      const shapeOf = async ({ later }: Awaited<ReturnType<typeof open>>) => {
        const { state, payments, disputes, split } = await later(5_000);
        const told = payments.map(({ amount: cents, payer }) => [cents, payer?.matchesExpected]);
        return { state, told, disputes: disputes.length, split };
      };
      const byAmount = await shapeOf(await open({ amount }));
      expect(byAmount).toEqual(await shapeOf(await open({ amount, scenario: name })));
      expect(byAmount.split).toBeUndefined();
    },
  ));

test.each(['CHARGE', 'CHARGE_PAID'])('%s refuses a PIX above the maximum of a charge', async (scenario) => {
  const { controls, key, later } = await open({ scenario });
  const answers: string[] = [];
  for (let count = 0; count <= MAXIMUM_PAYMENTS; count += 1)
    answers.push(
      await controls.payCharge(key, {}).then(
        () => 'paid',
        () => 'refused',
      ),
    );
  expect(answers.at(-1)).toBe('refused');
  expect((await later(2_000)).payments).toHaveLength(MAXIMUM_PAYMENTS);
});

test('CHARGE_DISPUTED waits for the control call, which decides it once', async () => {
  const { later, controls, key } = await open({ scenario: 'CHARGE_DISPUTED' });
  expect((await later(3_999)).disputes).toEqual([]);
  await expect(controls.decideDispute(key, 'REJECTED')).rejects.toMatchObject(WRONG_STATE);
  const [dispute] = (await later(1)).disputes;
  expect(dispute).toMatchObject({ state: 'OPENED', amount: 15_000n });
  const decided = [await controls.decideDispute(key, 'ACCEPTED'), await controls.decideDispute(key, 'ACCEPTED')];
  expect(decided).toEqual(Array(2).fill({ ...dispute, state: 'ACCEPTED' }));
  await expect(controls.decideDispute(key, 'REJECTED')).rejects.toMatchObject(WRONG_STATE);
  expect((await later(1)).disputes).toEqual([{ ...dispute, state: 'ACCEPTED' }]);
});

test('CHARGE_PAID_AT_CANCEL answers the cancel with a PIX that was paid in time', async () => {
  const { provider, clock, key } = await open({ scenario: 'CHARGE_PAID_AT_CANCEL' });
  clock.advance(301_000);
  const { state, payments } = mustSucceed(await provider.cancel(context, key));
  expect([state, Date.parse(payments[0]?.paidAt ?? '')]).toEqual(['PAID', clock.now() - 1_000]);
});

test('keeps a payer masked, and reports the masked value', async () => {
  const { controls, key, later } = await open();
  await controls.payCharge(key, { payerTaxId: OTHER_TAX_ID });
  expect((await later(0)).payments[0]?.payer).toEqual({ taxIdMasked: '***.172.859-**', matchesExpected: false });
  await expect(controls.payCharge({ ...key, partnerId: 'other' }, {})).rejects.toMatchObject(WRONG_STATE);
});

test('follows the simulated time that its partner advances after the creation', async () => {
  const { later, controls } = await open({ scenario: 'CHARGE_PAID' });
  expect((await later(0)).state).toBe('ACTIVE');
  await controls.advance('p', 2_000);
  expect((await later(0)).state).toBe('PAID');
});

test('makes one callback for each change, and at once for a control call', async () => {
  const { calls, controls, key, provider, request } = await open({ scenario: 'CHARGE_DISPUTED' });
  mustSucceed(await provider.create(context, request));
  const played = [
    ['played', 'charge.changed', 2_000],
    ['disputed', 'charge.changed', 4_000],
  ];
  expect(await calls()).toEqual(played);
  await controls.payCharge(key, {});
  expect(await calls()).toEqual(expect.arrayContaining([...played, ['control1', 'charge.changed', 0]]));
});

test('a reset deletes the charges of its partner alone', async () => {
  const { controls, provider, key } = await open();
  await controls.reset('other');
  expect(await provider.get(context, key)).toMatchObject({ ok: true });
  await controls.reset('p');
  expect(await provider.get(context, key)).toMatchObject({ kind: 'NOT_FOUND' });
  await expect(controls.payCharge(key, {})).rejects.toMatchObject(WRONG_STATE);
});
