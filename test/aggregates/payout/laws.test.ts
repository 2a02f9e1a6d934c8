import { cashout } from '../../../aggregates/cashout/cashout';
import type { CashoutEvent } from '../../../aggregates/cashout/events';
import type { PayoutEvent } from '../../../aggregates/payout/events';
import { cashoutCommands } from '../../../packages/testing/src/arbitraries/commands';
import { isOfPayout, payoutCommands } from '../../../packages/testing/src/arbitraries/withdrawal-commands';
import { payout } from '../../../packages/testing/src/deciders';
import { runCommands } from '../../../packages/testing/src/run-commands';
import fc, { samplesOf } from '../../properties';

type Event = PayoutEvent<{ readonly intentId: string }>;
type Of<Type extends Event['type']> = Extract<Event, { readonly type: Type }>;

const isPayoutEvent = (event: CashoutEvent): event is Event => event.type.startsWith('Payout');

const ofType = <Type extends Event['type']>(history: readonly Event[], type: Type) =>
  history.filter((event): event is Of<Type> => event.type === type);

const everyHistory = (law: (history: readonly Event[]) => void) =>
  fc.assert(fc.property(payoutCommands, (commands) => law(runCommands(payout, commands).history)));

describe('a payout under any commands', () => {
  test('settles at most once, with the owed amount, under the key that was sent last', () =>
    everyHistory((history) => {
      const settled = ofType(history, 'PayoutSettled');
      expect(settled.length).toBeLessThanOrEqual(1);
      for (const { data } of settled) {
        expect(data.amountCents).toBe('15000');
        expect(data.providerKey).toBe(ofType(history, 'PayoutDispatched').at(-1)?.data.providerKey);
      }
    }));

  test('counts attempts from one, and starts a new one only after a definitive rejection', () =>
    everyHistory((history) => {
      const steps = history.filter(({ type }) => type === 'PayoutRequested' || type === 'PayoutRejected');
      steps.forEach((step, index) => {
        if (step.type !== 'PayoutRequested') return;
        const before = steps[index - 1];
        expect(step.data.attempt).toBe(index / 2 + 1);
        if (before !== undefined)
          expect(before).toMatchObject({ type: 'PayoutRejected', data: { attempt: index / 2 } });
        if (before?.type === 'PayoutRejected') expect(before.data.nextAttemptAt).not.toBeNull();
      });
    }));

  test('sends one attempt to one provider: the provider in its request, if named', () =>
    everyHistory((history) => {
      const chosen = new Map<string, string>();
      for (const { type, data } of history) {
        if (type === 'PayoutRequested' && data.provider !== undefined) chosen.set(data.providerKey, data.provider);
        if (type !== 'PayoutDispatched') continue;
        expect(data.provider).toBe(chosen.get(data.providerKey) ?? data.provider);
        chosen.set(data.providerKey, data.provider);
      }
    }));

  test('neither requests, dispatches nor rejects after a contradiction', () =>
    everyHistory((history) => {
      const first = history.findIndex(({ type }) => type === 'PayoutContradicted');
      const later = first < 0 ? [] : history.slice(first).map(({ type }) => type);
      for (const type of ['PayoutRequested', 'PayoutDispatched', 'PayoutRejected']) expect(later).not.toContain(type);
    }));

  test('returns at most the paid amount, in positive parts', () =>
    everyHistory((history) => {
      const parts = ofType(history, 'PayoutReturned').map(({ data }) => BigInt(data.amountCents));
      for (const part of parts) expect(part > 0n).toBe(true);
      expect(parts.reduce((sum, part) => sum + part, 0n) <= 15_000n).toBe(true);
    }));

  test('reports no contradiction twice', () =>
    everyHistory((history) => {
      const told = ofType(history, 'PayoutContradicted').map(({ data }) => `${data.providerKey} ${data.detail}`);
      expect(new Set(told).size).toBe(told.length);
    }));

  test('ignores the answer to a replaced dispatch, except a payment', () =>
    fc.assert(
      fc.property(payoutCommands, (commands) => {
        for (const { command, before, events } of runCommands(payout, commands).steps) {
          if (command.type !== 'RecordOutcome' || !('dispatchedAt' in before)) continue;
          if (command.dispatchedAt === null || command.dispatchedAt === before.dispatchedAt) continue;
          const types = events.map(({ type }) => type);
          expect(types).not.toContain('PayoutRejected');
          expect(types).not.toContain('PayoutOutcomeUnknown');
        }
      }),
    ));
});

test('decides the same inside its owner, whose end is in the same append', () =>
  fc.assert(
    fc.property(cashoutCommands, (commands) => {
      const { steps } = runCommands(cashout, commands);
      const accepted = steps.findIndex(({ events }) => events[0]?.type === 'DepositAccepted');
      const after = accepted < 0 ? [] : steps.slice(accepted);
      const own = after.map(({ command }) => command).filter(isOfPayout);
      const { history } = runCommands(payout, own);
      expect(after.flatMap(({ events }) => events).filter(isPayoutEvent)).toEqual(history);
      for (const { events } of after) {
        const types = events.map(({ type }) => type);
        expect(types.includes('CashoutCompleted')).toBe(types.includes('PayoutSettled'));
        const gaveUp = events.some((event) => event.type === 'PayoutRejected' && event.data.nextAttemptAt === null);
        expect(types.includes('CashoutFailed')).toBe(gaveUp);
      }
    }),
  ));

test('reaches every event in the sequences', () => {
  const seen = new Set<string>();
  for (const commands of samplesOf(payoutCommands, 2_000)) {
    for (const { type } of runCommands(payout, commands).history) seen.add(type);
    if (seen.size >= 7) break;
  }
  expect(seen.size).toBe(7);
});
