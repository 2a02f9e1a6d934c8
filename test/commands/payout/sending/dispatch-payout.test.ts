import { resolvePayout } from '../../../../commands/payout/resolve-payout';
import { dispatchPayout } from '../../../../commands/payout/sending/dispatch-payout';
import type { EventStore } from '../../../../commands/ports/event-store';
import type { Payout, PayoutProvider } from '../../../../commands/ports/providers/payout-provider';
import type { Result } from '../../../../commands/ports/providers/result';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { happened, typesOf } from '../../../core';
import { Crash, faultyStore } from '../../../doubles/faulty-store';
import { about, failed, offering, payout, type Script, scriptedProvider } from '../../../doubles/scripted-provider';
import { INSTRUCTION, step, withRequestedPayout } from '../../../samples/paid-intent';

const withBank = async (script: Script) => {
  const deps = await withRequestedPayout();
  const bank = scriptedProvider(script);
  const since = async () => (await typesOf(deps.eventStore, 'cashout-cid1')).slice(3);
  return { deps: { ...deps, payoutProviders: bank.payoutProviders }, bank, since };
};

const DISPATCHED = ['PayoutDispatched'];
const COMPLETED = [...DISPATCHED, 'PayoutSettled', 'CashoutCompleted'];
const UNKNOWN = [...DISPATCHED, 'PayoutOutcomeUnknown'];
const TRY_LATER = [...DISPATCHED, 'PayoutRejected'];
const FAILED = [...DISPATCHED, 'PayoutRejected', 'CashoutFailed', 'RefundDue'];

test('sends the terms of the intent under the key of the attempt, with the end of its window', async () => {
  const { deps, bank } = await withBank({ create: [payout('ACCEPTED')] });
  await dispatchPayout(deps)(step);
  expect(bank.sent).toEqual([
    { idempotencyKey: deps.providerKey, amount: 15_000n, method: INSTRUCTION, notAfter: time(15) },
  ]);
});

test.each([
  ['accepted: the outcome is asked for later', [payout('ACCEPTED')], DISPATCHED, 1],
  ['settled at once', [payout('SETTLED')], COMPLETED, 1],
  ['settled for another amount', [payout('SETTLED', { amount: 1n })], [...DISPATCHED, 'PayoutContradicted'], 1],
  ['refused for good', [failed('REJECTED', 'KEY_NOT_FOUND')], FAILED, 1],
  ['refused for now', [failed('REJECTED', 'INSUFFICIENT_FUNDS')], TRY_LATER, 1],
  ['refused for now, in the words of the provider', [failed('REJECTED', 'OTHER', { retryClass: true })], TRY_LATER, 1],
  ['too many requests', [failed('RATE_LIMITED', 'RATE_LIMITED')], TRY_LATER, 1],
  ['silence', [failed('UNKNOWN', 'TIMEOUT')], UNKNOWN, 1],
  ['an adapter that throws has not said that nothing happened', [new Error('bug')], UNKNOWN, 1],
  ['provably not sent, then accepted', [failed('RETRYABLE'), failed('RETRYABLE'), payout('ACCEPTED')], DISPATCHED, 3],
  ['provably not sent three times: another attempt later', [failed('RETRYABLE')], TRY_LATER, 3],
  ['not sent, then silence', [failed('RETRYABLE'), failed('UNKNOWN')], UNKNOWN, 2],
  ['no credentials', [failed('NOT_CONFIGURED')], FAILED, 1],
])('%s', async (_name, create, expected, sends) => {
  const { deps, bank, since } = await withBank({ create });
  await dispatchPayout(deps)(step);
  expect([await since(), bank.sent.length]).toEqual([expected, sends]);
});

test('reads the stream of a requested payout once', async () => {
  const { deps, since } = await withBank({ create: [payout('SETTLED')] });
  let reads = 0;
  const eventStore: EventStore = {
    ...deps.eventStore,
    readStream: (stream) => {
      if (stream === step.stream) reads += 1;
      return deps.eventStore.readStream(stream);
    },
  };
  await dispatchPayout({ ...deps, eventStore })(step);
  expect([await since(), reads]).toEqual([COMPLETED, 1]);
});

test('finds a hold at the fence after the judgement', async () => {
  const { deps, bank } = await withBank({ create: [payout('SETTLED')] });
  const open: typeof deps.vault.open = async (sealed) => {
    await happened(deps.eventStore, event('PayoutHeld'));
    return deps.vault.open(sealed);
  };
  const vault = { ...deps.vault, open };
  await dispatchPayout({ ...deps, vault })(step);
  expect(bank.sent).toEqual([]);
});

test('sends no second order after the window', async () => {
  const { deps, bank, since } = await withBank({});
  const create = async () => {
    deps.clock.advance(15_000);
    bank.sent.push({} as never);
    return failed('RETRYABLE');
  };
  await dispatchPayout({ ...deps, payoutProviders: offering({ ...bank.provider, create }) })(step);
  expect([await since(), bank.sent.length]).toEqual([TRY_LATER, 1]);
});

describe('the fence', () => {
  test('lets one of three workers send', async () => {
    const { deps, bank, since } = await withBank({ create: [payout('ACCEPTED')] });
    await Promise.all(['w1', 'w2', 'w3'].map((workerId) => dispatchPayout({ ...deps, workerId })(step)));
    expect([await since(), bank.sent.length]).toEqual([DISPATCHED, 1]);
  });

  test('stays closed after a crash that follows it, because the order may be sent', async () => {
    const { deps, bank, since } = await withBank({ create: [payout('ACCEPTED')] });
    const eventStore = faultyStore(deps.eventStore, () => 'crash after');
    await expect(dispatchPayout({ ...deps, eventStore })(step)).rejects.toThrow(Crash);
    await dispatchPayout(deps)(step);
    expect([await since(), bank.sent.length]).toEqual([DISPATCHED, 0]);
  });

  test.each([
    'lost before',
    'lost after',
  ] as const)('makes one fence and one order after an append with the result %s', async (fault) => {
    const { deps, bank, since } = await withBank({ create: [payout('ACCEPTED')] });
    const eventStore = faultyStore(deps.eventStore, (append) => (append === 0 ? fault : null));
    await dispatchPayout({ ...deps, eventStore })(step);
    expect([await since(), bank.sent.length]).toEqual([DISPATCHED, 1]);
  });

  test('sends no order when the append of the fence stays unanswered', async () => {
    const { deps, bank, since } = await withBank({ create: [payout('ACCEPTED')] });
    const eventStore: EventStore = faultyStore(deps.eventStore, () => 'lost before');
    await expect(dispatchPayout({ ...deps, eventStore })(step)).rejects.toMatchObject({
      rejection: { code: 'SERVICE_UNAVAILABLE' },
    });
    expect([await since(), bank.sent.length]).toEqual([[], 0]);
  });
});

test('does not send the payout while the vault is unreachable, and sends it later', async () => {
  const { deps, bank, since } = await withBank({ create: [payout('ACCEPTED')] });
  const open = async () => {
    throw new Error('the vault is away');
  };
  await expect(dispatchPayout({ ...deps, vault: { ...deps.vault, open } })(step)).rejects.toThrow('the vault is away');
  expect([await since(), bank.sent.length]).toEqual([[], 0]);
  await dispatchPayout(deps)(step);
  expect([await since(), bank.sent.length]).toEqual([DISPATCHED, 1]);
});

describe('a payout that cannot be sent', () => {
  test('fails when no provider has the mode', async () => {
    const { deps, since } = await withBank({});
    await dispatchPayout({ ...deps, payoutProviders: offering() })(step);
    expect(await since()).toEqual(FAILED);
  });

  test('fails when its payee was erased', async () => {
    const { deps, bank, since } = await withBank({ create: [payout('ACCEPTED')] });
    await deps.vault.erase('u1');
    await dispatchPayout(deps)(step);
    expect([await since(), bank.sent.length]).toEqual([FAILED, 0]);
  });
});

describe('the same key after an unknown outcome', () => {
  const afterSilence = async (...create: NonNullable<Script['create']>) => {
    const made = await withBank({ create: [failed('UNKNOWN', 'TIMEOUT'), ...create] });
    await dispatchPayout(made.deps)(step);
    return made;
  };
  const again = { ...step, causeEventId: 'unknown1' };

  test('sends the same order', async () => {
    const { deps, bank, since } = await afterSilence(payout('SETTLED'));
    await dispatchPayout(deps)(again, time(0));
    expect(await since()).toEqual([...UNKNOWN, ...COMPLETED]);
    expect(new Set(bank.sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  });

  test.each([
    ['provably not sent', failed('RETRYABLE')],
    ['too many requests', failed('RATE_LIMITED', 'RATE_LIMITED')],
    ['no credentials any more', failed('NOT_CONFIGURED')],
    ['a code that is paid, perhaps by us', failed('REJECTED', 'CODE_ALREADY_PAID')],
    ['a key that is taken, perhaps by us', failed('REJECTED', 'DUPLICATE_KEY')],
  ])('stays unknown after %s, without a new attempt or a refund', async (_name, answer) => {
    const { deps, since } = await afterSilence(answer);
    await dispatchPayout(deps)(again, time(0));
    expect(await since()).toEqual([...UNKNOWN, ...UNKNOWN]);
  });

  test('stays unknown when the payee was erased meanwhile', async () => {
    const { deps, since } = await afterSilence(payout('SETTLED'));
    await deps.vault.erase('u1');
    await dispatchPayout(deps)(again, time(0));
    expect(await since()).toEqual([...UNKNOWN, ...UNKNOWN]);
  });

  test('fails for good after a refusal under this key', async () => {
    const { deps, since } = await afterSilence(failed('REJECTED', 'ACCOUNT_CLOSED'));
    await dispatchPayout(deps)(again, time(0));
    expect(await since()).toEqual([...UNKNOWN, ...FAILED]);
  });
});

describe('a worker that paused after the fence while another worker sent the same key again', () => {
  /** The first call hears `late` when all is over; what happens meanwhile happens within it. */
  const afterStandstill = async (late: Result<Payout>) => {
    const { deps, bank, since } = await withBank({ get: [failed('NOT_FOUND')] });
    const sent: string[] = [];
    const create: PayoutProvider['create'] = async (_context, { idempotencyKey }) => {
      if (sent.push(idempotencyKey) > 1) return about(idempotencyKey, payout('ACCEPTED'));
      await resolveAfter(30_000, 'dispatched1');
      await resolveAfter(600_000, 'unknown1');
      return about(idempotencyKey, late);
    };
    const wired = { ...deps, payoutProviders: offering({ ...bank.provider, create }) };
    const resolveAfter = async (waitMs: number, causeEventId: string): Promise<void> => {
      deps.clock.advance(waitMs);
      const { providerKey } = deps;
      await resolvePayout(wired)({ stream: 'cashout-cid1', providerKey, causeEventId, sinceMs: Date.parse(time(0)) });
    };
    await dispatchPayout(wired)(step);
    expect(sent).toEqual([deps.providerKey, deps.providerKey]);
    return since();
  };

  test.each([
    ['that it was too late to send', failed('RETRYABLE', 'TIMEOUT')],
    ['that there was too little money then', failed('REJECTED', 'INSUFFICIENT_FUNDS')],
    ['that the code had been paid', failed('REJECTED', 'CODE_ALREADY_PAID')],
    ['nothing', failed('UNKNOWN', 'TIMEOUT')],
  ])('records no event when it hears %s', async (_name, late) => {
    expect(await afterStandstill(late)).toEqual([...UNKNOWN, ...DISPATCHED]);
  });

  test('records the payment when the provider reports it', async () => {
    expect(await afterStandstill(payout('SETTLED'))).toEqual([...UNKNOWN, ...COMPLETED]);
  });
});
