import type { PayoutRequest } from '../../../commands/ports/providers/payout-provider';
import {
  type CallbackStep,
  PAYOUTS,
  type PayoutScenario,
} from '../../../infra/providers/sandbox/payouts/payout-scenarios';
import { mustSucceed } from '../../../packages/testing/src/contracts/providers';
import { expectEveryRow } from '../../every-row';
import { codeWith, openBank } from './open-bank';

const keyed = (key: string): Partial<PayoutRequest> => ({
  method: { kind: 'PIX_KEY', keyType: key.includes('@') ? 'EMAIL' : 'EVP', key },
});

const randomKey = (number: number) => `00000000-0000-4000-8000-0000000000${number.toString().padStart(2, '0')}`;

const when = <Trigger, Way>(trigger: Trigger | null, ways: (given: Trigger) => readonly Way[]): readonly Way[] =>
  trigger === null ? [] : ways(trigger);

/** Every way of the table to ask for a scenario, and what each is called. */
const waysTo = ({
  name,
  number,
  key,
  txid,
}: PayoutScenario): readonly (readonly [string, Partial<PayoutRequest>])[] => [
  ['the header', { scenario: name }],
  ...when(number, (nn) => [
    ['the amount', { amount: 66_600n + BigInt(nn) }] as const,
    ['a larger amount with the same end', { amount: 1_266_600n + BigInt(nn) }] as const,
    ['a random key', keyed(randomKey(nn))] as const,
    ['a random key in a code', codeWith({ key: randomKey(nn) })] as const,
  ]),
  ...when(key, (text) => [['a key', keyed(text)] as const, ['a key in a code', codeWith({ key: text })] as const]),
  ...when(txid, (text) => [
    ['a txid', codeWith({ txid: text })] as const,
    ['a description', { description: text }] as const,
  ]),
];

const cases = PAYOUTS.rows.flatMap((scenario) =>
  waysTo(scenario).map(([way, request]) => ({ name: scenario.name, does: scenario.does, way, scenario, request })),
);

const nameOf = ({ name, way, does }: (typeof cases)[number]): string => `${name} by ${way}: ${does}`;

test('every scenario answers as in the table, call after call', () =>
  expectEveryRow(cases, nameOf, async ({ scenario, request }) => {
    const { create, order } = openBank();
    const asked = order(request);
    const answers = [...scenario.answers, scenario.answers.at(-1) ?? null];
    for (const answer of answers) {
      const result = await create(asked);
      if (answer !== null) expect(result).toMatchObject({ ok: false, kind: answer.kind, code: answer.code });
      else if (scenario.surplusCents === 0n) expect(mustSucceed(result).amount).toBe(asked.amount);
      else expect(result).toMatchObject({ ok: false, kind: 'UNKNOWN', code: 'PROTOCOL' });
    }
  }));

test('every scenario passes the states of the table at their times', () =>
  expectEveryRow(cases, nameOf, async ({ scenario, request }) => {
    const { create, get, order, clock } = openBank();
    const asked = order(request);
    for (const answer of scenario.answers) {
      await create(asked);
      if (answer?.books === true) break;
    }
    const isBooked = scenario.answers.some((answer) => answer === null || answer.books);
    if (!isBooked) {
      expect(await get(asked)).toMatchObject({ ok: false, kind: 'NOT_FOUND' });
      return;
    }
    expect(mustSucceed(await get(asked)).amount).toBe(asked.amount + scenario.surplusCents);
    let passedMs = 0;
    for (const [state, afterMs] of Object.entries(scenario.steps)) {
      clock.advance(Math.max(afterMs - passedMs - 1, 0));
      if (afterMs > 0) expect(mustSucceed(await get(asked)).state).not.toBe(state);
      clock.advance(afterMs > passedMs ? 1 : 0);
      passedMs = afterMs;
      expect(mustSucceed(await get(asked)).state).toBe(state);
    }
    clock.advance(3_600_000);
    expect(mustSucceed(await get(asked)).state).toBe(Object.keys(scenario.steps).at(-1));
  }));

test('every scenario makes the callbacks of the table, exactly when they are due', () =>
  expectEveryRow(cases, nameOf, async ({ scenario, request }) => {
    const { create, order, clock, callbacks, hints, troubles } = openBank();
    const asked = order(request);
    for (const answer of scenario.answers) {
      await create(asked);
      if (answer?.books === true) break;
    }
    const genuine = ({ forged }: CallbackStep) => !forged;
    await callbacks.makeDue();
    expect(hints).toEqual([]);
    clock.advance(3_600_000);
    await callbacks.makeDue();
    const events = hints.map(({ eventId }) => eventId.split('_').at(-1));
    expect(events).toEqual(scenario.callbacks.filter(genuine).map(({ event }) => event.toString()));
    expect(troubles).toHaveLength(scenario.callbacks.length - events.length);
    for (const hint of hints) {
      expect(hint.hints).toEqual([{ kind: 'payout', key: asked.idempotencyKey }]);
      expect(hint.eventId).toMatch(/^sbx_evt_/);
    }
  }));

describe('the table', () => {
  test('has every row of the design page, each with its own name and triggers', () => {
    const names = PAYOUTS.rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const numbers = PAYOUTS.rows.flatMap(({ number }) => number ?? []);
    expect(numbers).toEqual(Array.from({ length: 14 }, (_, index) => index + 1));
    const texts = PAYOUTS.rows.flatMap(({ key, txid }) => [key ?? [], txid ?? []].flat());
    expect(new Set(texts).size).toBe(8);
  });

  test('settles on time by default, with ids and a receipt that differ clearly from real ones', async () => {
    const { create, get, order, clock } = openBank();
    const asked = order({});
    expect(mustSucceed(await create(asked)).state).toBe('ACCEPTED');
    clock.advance(2_000);
    const payout = mustSucceed(await get(asked));
    expect(payout.settledAt).toBe('2026-11-20T12:00:02.000Z');
    for (const id of [payout.providerId, payout.endToEndId]) expect(id).toMatch(/^sbx_/);
    expect(payout.endToEndId).toMatch(/^sbx_E\d{8}202611201200[0-9a-f]{11}$/);
    expect(payout.receiptUrl).toContain('sandbox');
    expect(payout.receiptUrl).toContain('SEM-VALOR');
  });

  test('keeps its proportions at another speed', async () => {
    const { create, get, order, clock } = openBank(20);
    const asked = order({ scenario: 'RETURNED' });
    await create(asked);
    clock.advance(20);
    expect(mustSucceed(await get(asked)).state).toBe('SETTLED');
    clock.advance(580);
    expect(mustSucceed(await get(asked))).toMatchObject({ state: 'RETURNED', returnedAmount: 10_000n });
    expect(await create(order({ scenario: 'RATE_LIMITED' }))).toMatchObject({ kind: 'RATE_LIMITED', retryAfterMs: 30 });
  });

  test('settles at once at speed zero', async () => {
    const { create, order } = openBank(0);
    expect(mustSucceed(await create(order({}))).state).toBe('SETTLED');
  });
});

describe('too many requests: the answer to the first call for a payee and an amount in ten minutes', () => {
  const MINUTE_MS = 60_000;
  const limited = { kind: 'RATE_LIMITED', code: 'RATE_LIMITED', retryAfterMs: 3_000 };
  const scenario = 'RATE_LIMITED';

  test('accepts the next attempt under its own key, and settles it', async () => {
    const { create, get, order, clock } = openBank();
    const first = order({ amount: 66_606n });
    expect(await create(first)).toMatchObject(limited);
    expect(await get(first)).toMatchObject({ ok: false, kind: 'NOT_FOUND' });
    clock.advance(30_000);
    const second = order({ amount: 66_606n });
    expect(mustSucceed(await create(second)).state).toBe('ACCEPTED');
    clock.advance(2_000);
    expect(mustSucceed(await get(second)).state).toBe('SETTLED');
    expect(await get(first)).toMatchObject({ ok: false, kind: 'NOT_FOUND' });
  });

  test('accepts the first order when it is sent again, also after a later one', async () => {
    const { create, order } = openBank();
    const [first, second] = [order({ scenario }), order({ scenario })];
    expect(await create(first)).toMatchObject(limited);
    mustSucceed(await create(second));
    mustSucceed(await create(first));
  });

  test.each([
    ['another amount', { amount: 1_066_606n }],
    ['another payee', keyed('beltrano@exemplo.com')],
    ['another kind of payee', codeWith({ key: 'fulano@exemplo.com' })],
  ])('%s is refused once as well', async (_what, differences) => {
    const { create, order } = openBank();
    expect(await create(order({ scenario }))).toMatchObject(limited);
    const other = (): PayoutRequest => order({ scenario, ...differences });
    expect(await create(other())).toMatchObject(limited);
    mustSucceed(await create(other()));
  });

  test('refuses another partner once as well, and ignores a payment of another scenario', async () => {
    const { provider, context, create, order } = openBank();
    mustSucceed(await create(order({})));
    expect(await create(order({ scenario }))).toMatchObject(limited);
    const asOther = { ...context(), partnerId: 'other' };
    expect(await provider.create(asOther, order({ scenario }))).toMatchObject(limited);
  });

  test.each([
    ['just within', 10 * MINUTE_MS, true],
    ['after', 10 * MINUTE_MS + 1, false],
  ])('a call %s ten minutes of the last one', async (_when, afterMs, works) => {
    const { create, order, clock } = openBank(0);
    await create(order({ scenario }));
    clock.advance(afterMs);
    expect((await create(order({ scenario }))).ok).toBe(works);
  });
});
