import { cashout } from '../../../aggregates/cashout/cashout';
import type { CashoutEvent } from '../../../aggregates/cashout/events';
import { attemptDelaysMs, cashoutCommands } from '../../../packages/testing/src/arbitraries/commands';
import { runCommands } from '../../../packages/testing/src/run-commands';
import fc, { samplesOf } from '../../properties';

type Of<Type extends CashoutEvent['type']> = Extract<CashoutEvent, { readonly type: Type }>;

const ofType = <Type extends CashoutEvent['type']>(history: readonly CashoutEvent[], type: Type): readonly Of<Type>[] =>
  history.filter((event): event is Of<Type> => event.type === type);

const everyHistory = (law: (history: readonly CashoutEvent[]) => void) =>
  fc.assert(fc.property(cashoutCommands, (commands) => law(runCommands(cashout, commands).history)));

const sum = (amounts: readonly string[]): bigint => amounts.reduce((total, amount) => total + BigInt(amount), 0n);

describe('a cash-out under any commands', () => {
  test('settles at most one payout, with the amount and a key of its requests', () =>
    everyHistory((history) => {
      const settled = ofType(history, 'PayoutSettled');
      expect(settled.length).toBeLessThanOrEqual(1);
      for (const { data } of settled) {
        expect(data.amountCents).toBe(ofType(history, 'CashoutIntentCreated')[0]?.data.payout.amountCents);
        expect(ofType(history, 'PayoutRequested').map((request) => request.data.providerKey)).toContain(
          data.providerKey,
        );
      }
    }));

  test('requests the amount of the intent each time', () =>
    everyHistory((history) => {
      for (const { data } of ofType(history, 'PayoutRequested')) expect(data.amountCents).toBe('15000');
    }));

  test('accepts at most one deposit, and sends only after it', () =>
    everyHistory((history) => {
      const types = history.map(({ type }) => type);
      const accepted = types.indexOf('DepositAccepted');
      expect(accepted).toBe(types.lastIndexOf('DepositAccepted'));
      const dispatched = types.indexOf('PayoutDispatched');
      if (dispatched >= 0) expect(accepted).toBeLessThan(dispatched);
      if (dispatched >= 0) expect(accepted).toBeGreaterThanOrEqual(0);
    }));

  test('counts attempts from one, bounded, each with its own key', () =>
    everyHistory((history) => {
      const attempts = ofType(history, 'PayoutRequested').map(({ data }) => data.attempt);
      expect(attempts).toEqual(attempts.map((_, index) => index + 1));
      expect(attempts.length).toBeLessThanOrEqual(attemptDelaysMs.length + 1);
      const keys = ofType(history, 'PayoutRequested').map(({ data }) => data.providerKey);
      expect(new Set(keys).size).toBe(keys.length);
    }));

  test('requests a new attempt only after the rejection of the previous one', () =>
    everyHistory((history) => {
      const steps = history.filter(({ type }) => type === 'PayoutRequested' || type === 'PayoutRejected');
      steps.forEach(({ type }, index) => {
        if (type === 'PayoutRequested' && index > 0) expect(steps[index - 1]?.type).toBe('PayoutRejected');
      });
    }));

  test('dispatches only the attempt that was requested last', () =>
    everyHistory((history) => {
      let requested: string | null = null;
      for (const { type, data } of history) {
        if (type === 'PayoutRequested') requested = data.providerKey;
        if (type === 'PayoutDispatched') expect(data.providerKey).toBe(requested);
      }
    }));

  test('owes back the whole deposit after a failure, and only the surplus otherwise', () =>
    everyHistory((history) => {
      const [deposit] = ofType(history, 'DepositAccepted');
      const [failed] = ofType(history, 'CashoutFailed');
      const owed = sum(ofType(history, 'RefundDue').map(({ data }) => data.amountBaseUnits));
      const paid = BigInt(deposit?.data.amountBaseUnits ?? 0);
      if (failed !== undefined) expect(owed).toBe(paid);
      else if (deposit !== undefined) expect(owed).toBe(paid - 25_000_000n);
      else expect(owed).toBe(0n);
    }));

  test('ends at most once, and never expires after a deposit', () =>
    everyHistory((history) => {
      const ends = history.filter(({ type }) => ['CashoutCompleted', 'CashoutFailed', 'CashoutExpired'].includes(type));
      expect(ends.length).toBeLessThanOrEqual(1);
      if (ends[0]?.type === 'CashoutExpired') expect(ofType(history, 'DepositAccepted')).toEqual([]);
    }));

  test('completes by a settlement, and fails by a rejection of every attempt', () =>
    everyHistory((history) => {
      expect(ofType(history, 'CashoutCompleted').length).toBe(ofType(history, 'PayoutSettled').length);
      if (ofType(history, 'CashoutFailed').length > 0) {
        expect(ofType(history, 'PayoutRejected').map(({ data }) => data.providerKey)).toEqual(
          ofType(history, 'PayoutRequested').map(({ data }) => data.providerKey),
        );
      }
    }));

  test('expires only after its time', () =>
    everyHistory((history) => {
      for (const { data } of ofType(history, 'CashoutExpired')) {
        expect(data.expiredAt >= data.expiresAt).toBe(true);
      }
    }));

  test('never expires while a transfer may still pay the intent, and reports this once', () =>
    everyHistory((history) => {
      for (const { data } of ofType(history, 'CashoutExpired')) {
        expect([data.evidence?.holds, data.evidence?.unread]).toEqual([0, 0]);
      }
      expect(ofType(history, 'ExpiryHeld').length).toBeLessThanOrEqual(1);
    }));

  test('accepts only a deposit that pays it, by the rule or by an operator', () =>
    everyHistory((history) => {
      for (const { data } of ofType(history, 'DepositAccepted')) {
        expect([data.network, data.assetId]).toEqual(['ethereum', 201]);
        expect(BigInt(data.amountBaseUnits)).toBeGreaterThanOrEqual(25_000_000n);
      }
    }));
});

test('reaches every event in the sequences', () => {
  const seen = new Set<string>();
  for (const commands of samplesOf(cashoutCommands, 2_000)) {
    for (const { type } of runCommands(cashout, commands).history) seen.add(type);
    if (seen.size >= 14) break;
  }
  expect([...seen].sort()).toHaveLength(14);
});
