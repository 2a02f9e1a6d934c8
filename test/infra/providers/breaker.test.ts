import type { PayoutMethod } from '../../../commands/ports/providers/payout-provider';
import type { Failure } from '../../../commands/ports/providers/result';
import { withBreakers } from '../../../infra/providers/breaker/with-breakers';
import { manualClock } from '../../../packages/testing/src/ledger/memory/manual-clock';
import { askedFor, failed, payout, type Script, scriptedProvider } from '../../doubles/scripted-provider';

const MINUTE_MS = 60_000;

const opened = (script: Script) => {
  const clock = manualClock();
  const changes: string[] = [];
  const onChange = ({ method, standing }: { readonly method: string; readonly standing: object | null }): void =>
    void changes.push(`${method} ${standing === null ? 'closed' : 'open'}`);
  const bank = withBreakers(scriptedProvider(script).provider, { clock, onChange });
  const context = { requestId: 'r1', partnerId: 'p1', mode: 'sandbox', deadlineMs: clock.now() + 9 } as const;
  const order = { idempotencyKey: 'k1', amount: 1n, notAfter: '' };
  const send = (kind: PayoutMethod['kind'] = 'PIX_KEY') =>
    bank.create(context, { ...order, method: { kind } as PayoutMethod });
  const ask = () => bank.get(context, askedFor('k1'));
  const isOpen = (kind: PayoutMethod['kind'] = 'PIX_KEY') => bank.isBroken?.(kind);
  return { bank, changes, clock, send, ask, isOpen };
};

const times = async (count: number, work: () => Promise<unknown>): Promise<void> => {
  for (let each = 0; each < count; each += 1) await work();
};

test.each<[string, Failure]>([
  ['UNKNOWN', failed('UNKNOWN')],
  ['UNAVAILABLE', failed('UNAVAILABLE')],
  ['TIMEOUT', failed('RETRYABLE', 'TIMEOUT')],
])('opens for new orders of the method after five times %s', async (_name, fault) => {
  const { send, isOpen, changes } = opened({ create: [fault] });
  await times(4, send);
  expect(isOpen()).toBe(false);
  await send();
  expect([isOpen(), isOpen('BOLETO'), changes]).toEqual([true, false, ['PIX_KEY open']]);
});

test('opens at once after AUTH', async () => {
  const { send, isOpen } = opened({ create: [failed('RETRYABLE', 'AUTH')] });
  await send();
  expect(isOpen()).toBe(true);
});

test('opens after unanswered questions, and still asks them', async () => {
  const { ask, isOpen } = opened({ get: [...Array(5).fill(failed('UNAVAILABLE')), payout('SETTLED')] });
  await times(5, ask);
  expect(isOpen()).toBe(true);
  expect(await ask()).toMatchObject({ ok: true });
  expect(isOpen()).toBe(true);
});

test.each([
  failed('REJECTED', 'KEY_NOT_FOUND'),
  failed('NOT_FOUND'),
  failed('RATE_LIMITED', 'RATE_LIMITED'),
])('stays closed after $kind', async (refusal) => {
  const { send, isOpen } = opened({ create: [refusal] });
  await times(20, send);
  expect(isOpen()).toBe(false);
});

describe('an open breaker', () => {
  test('lets a single order try after a minute, and closes when the provider accepts it', async () => {
    const { bank, send, clock, isOpen, changes } = opened({
      create: [failed('RETRYABLE', 'AUTH'), payout('ACCEPTED')],
    });
    await send();
    clock.advance(MINUTE_MS - 1);
    expect(bank.mayTry?.('PIX_KEY')).toBe(false);
    clock.advance(1);
    expect([isOpen(), bank.mayTry?.('PIX_KEY'), isOpen(), bank.mayTry?.('PIX_KEY')]).toEqual([
      false,
      true,
      true,
      false,
    ]);
    await send();
    expect([isOpen(), bank.mayTry?.('PIX_KEY'), changes.at(-1)]).toEqual([false, true, 'PIX_KEY closed']);
  });

  test('waits twice as long after each failed try, fifteen minutes at most', async () => {
    const { bank, send, clock } = opened({ create: [failed('RETRYABLE', 'AUTH')] });
    await send();
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      clock.advance(minutes * MINUTE_MS - 1);
      expect(bank.mayTry?.('PIX_KEY')).toBe(false);
      clock.advance(1);
      expect(bank.mayTry?.('PIX_KEY')).toBe(true);
      await send();
    }
  });

  test('does not wait longer for orders that were sent before it opened', async () => {
    const { bank, send, clock } = opened({ create: [failed('UNKNOWN')] });
    await times(8, send);
    clock.advance(MINUTE_MS);
    expect(bank.mayTry?.('PIX_KEY')).toBe(true);
  });
});
