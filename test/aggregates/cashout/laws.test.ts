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

describe('whatever is asked of a cash-out', () => {
  test('at most one payout settles, for the amount and by the key that were fixed before', () =>
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

  test('every request is for the amount of the intent', () =>
    everyHistory((history) => {
      for (const { data } of ofType(history, 'PayoutRequested')) expect(data.amountCents).toBe('15000');
    }));

  test('nothing is sent without an accepted deposit, and at most one deposit is accepted', () =>
    everyHistory((history) => {
      const types = history.map(({ type }) => type);
      const accepted = types.indexOf('DepositAccepted');
      expect(accepted).toBe(types.lastIndexOf('DepositAccepted'));
      const dispatched = types.indexOf('PayoutDispatched');
      if (dispatched >= 0) expect(accepted).toBeLessThan(dispatched);
      if (dispatched >= 0) expect(accepted).toBeGreaterThanOrEqual(0);
    }));

  test('attempts are counted from one, each with its own key, and are bounded', () =>
    everyHistory((history) => {
      const attempts = ofType(history, 'PayoutRequested').map(({ data }) => data.attempt);
      expect(attempts).toEqual(attempts.map((_, index) => index + 1));
      expect(attempts.length).toBeLessThanOrEqual(attemptDelaysMs.length + 1);
      const keys = ofType(history, 'PayoutRequested').map(({ data }) => data.providerKey);
      expect(new Set(keys).size).toBe(keys.length);
    }));

  test('a new attempt follows only a rejection of the one before', () =>
    everyHistory((history) => {
      const steps = history.filter(({ type }) => type === 'PayoutRequested' || type === 'PayoutRejected');
      steps.forEach(({ type }, index) => {
        if (type === 'PayoutRequested' && index > 0) expect(steps[index - 1]?.type).toBe('PayoutRejected');
      });
    }));

  test('a dispatch is for the attempt that was requested last', () =>
    everyHistory((history) => {
      let requested: string | null = null;
      for (const { type, data } of history) {
        if (type === 'PayoutRequested') requested = data.providerKey;
        if (type === 'PayoutDispatched') expect(data.providerKey).toBe(requested);
      }
    }));

  test('what failed is owed back to the last unit: surplus and quoted make the deposit', () =>
    everyHistory((history) => {
      const [deposit] = ofType(history, 'DepositAccepted');
      const [failed] = ofType(history, 'CashoutFailed');
      const owed = sum(ofType(history, 'RefundDue').map(({ data }) => data.amountBaseUnits));
      const paid = BigInt(deposit?.data.amountBaseUnits ?? 0);
      if (failed !== undefined) expect(owed).toBe(paid);
      else if (deposit !== undefined) expect(owed).toBe(paid - 25_000_000n);
      else expect(owed).toBe(0n);
    }));

  test('it never fails and completes both, nor expires after a deposit', () =>
    everyHistory((history) => {
      const ends = history.filter(({ type }) => ['CashoutCompleted', 'CashoutFailed', 'CashoutExpired'].includes(type));
      expect(ends.length).toBeLessThanOrEqual(1);
      if (ends[0]?.type === 'CashoutExpired') expect(ofType(history, 'DepositAccepted')).toEqual([]);
    }));

  test('completed is settled, and failed was rejected at every attempt', () =>
    everyHistory((history) => {
      expect(ofType(history, 'CashoutCompleted').length).toBe(ofType(history, 'PayoutSettled').length);
      if (ofType(history, 'CashoutFailed').length > 0) {
        expect(ofType(history, 'PayoutRejected').map(({ data }) => data.providerKey)).toEqual(
          ofType(history, 'PayoutRequested').map(({ data }) => data.providerKey),
        );
      }
    }));

  test('it expires only once its time is over', () =>
    everyHistory((history) => {
      for (const { data } of ofType(history, 'CashoutExpired')) {
        expect(data.expiredAt >= data.expiresAt).toBe(true);
      }
    }));

  test('it never expires while something may still pay it, and a person is told of that once', () =>
    everyHistory((history) => {
      for (const { data } of ofType(history, 'CashoutExpired')) {
        expect([data.evidence?.holds, data.evidence?.unread]).toEqual([0, 0]);
      }
      expect(ofType(history, 'ExpiryHeld').length).toBeLessThanOrEqual(1);
    }));

  test('what it accepted pays it, by the rule or by an operator', () =>
    everyHistory((history) => {
      for (const { data } of ofType(history, 'DepositAccepted')) {
        expect([data.network, data.assetId]).toEqual(['ethereum', 201]);
        expect(BigInt(data.amountBaseUnits)).toBeGreaterThanOrEqual(25_000_000n);
      }
    }));
});

test('the sequences get everywhere', () => {
  const seen = new Set<string>();
  for (const commands of samplesOf(cashoutCommands, 2_000)) {
    for (const { type } of runCommands(cashout, commands).history) seen.add(type);
    if (seen.size >= 14) break;
  }
  expect([...seen].sort()).toHaveLength(14);
});
