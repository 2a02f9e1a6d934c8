import type { WithdrawalEvent } from '../../../aggregates/withdrawal/events';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { withdrawalCommands } from '../../../packages/testing/src/arbitraries/withdrawal-commands';
import { runCommands } from '../../../packages/testing/src/run-commands';
import { debit } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import fc, { samplesOf } from '../../properties';

const everyHistory = (law: (history: readonly WithdrawalEvent[], types: readonly string[]) => void) =>
  fc.assert(
    fc.property(withdrawalCommands, (commands) => {
      const { history } = runCommands(withdrawal, commands);
      law(
        history,
        history.map(({ type }) => type),
      );
    }),
  );

/** True when operators declared the settled debit reverted: no wallet was debited. */
const isUndone = (history: readonly WithdrawalEvent[]): boolean => {
  const decided = history.findIndex(({ type, data }) => type === 'RedemptionDecided' && data.settledBy === undefined);
  const end = history[decided + 1];
  return decided >= 0 && end?.type === 'WithdrawalFailed' && !end.data.refundDue;
};

const count = (types: readonly string[], type: string): number => types.filter((each) => each === type).length;

describe('a withdrawal under any commands', () => {
  test('requests and dispatches a payout only after the debit is settled', () =>
    everyHistory((_, types) => {
      const settledAt = types.indexOf('RedemptionSettled');
      const firstPayout = types.findIndex((type) => type === 'PayoutRequested' || type === 'PayoutDispatched');
      if (firstPayout >= 0) expect(settledAt >= 0 && settledAt < firstPayout).toBe(true);
    }));

  test('settles only by the debit of its own request', () =>
    everyHistory((history) => {
      for (const { type, data } of history) {
        if (type !== 'RedemptionSettled') continue;
        expect(data.debit).toMatchObject({
          ...{ network: debit.network, assetId: debit.assetId, wallet: debit.wallet },
          ...{ amountBaseUnits: debit.amountBaseUnits, issuerCents: null },
        });
        const sent = history.flatMap((event) => (event.type === 'RedemptionSent' ? [event.data.txid] : []));
        expect(sent.includes(data.debit.txid) || sent.includes(null)).toBe(true);
      }
    }));

  test('keeps gross = fee + net, to the cent, and settles at most one payout of the net', () =>
    everyHistory((history, types) => {
      expect(count(types, 'PayoutSettled')).toBeLessThanOrEqual(1);
      for (const { type, data } of history) {
        if (type === 'PayoutSettled') expect(data.amountCents).toBe('9900');
        if (type === 'WithdrawalCompleted')
          expect(BigInt(data.grossCents)).toBe(BigInt(data.feeCents) + BigInt(data.netCents));
      }
    }));

  test('ends once, and owes the gross back exactly when it was debited and not paid', () =>
    everyHistory((history, types) => {
      expect(count(types, 'WithdrawalCompleted') + count(types, 'WithdrawalFailed')).toBeLessThanOrEqual(1);
      const failed = history.find(({ type }) => type === 'WithdrawalFailed');
      const found = history.findIndex(({ type, data }) => type === 'RedemptionDecided' && data.debited !== null);
      const isOwed =
        failed !== undefined && (found >= 0 || (types.includes('RedemptionSettled') && !isUndone(history)));
      expect(count(types, 'RefundDue')).toBe(isOwed ? 1 : 0);
      // The gross is owed also when operators find the debit after the failure.
      const isTold = failed !== undefined && history.indexOf(failed) > found;
      if (isTold) expect(failed.data).toMatchObject({ refundDue: isOwed });
    }));

  test('ends by operators only on equal decisions of two, and sends no order after that', () =>
    everyHistory((history) => {
      let proposal: unknown = null;
      let isDecided = false;
      for (const { type, data } of history) {
        if (type === 'RedemptionDecisionProposed') proposal = { debited: data.debited, proposedBy: data.proposedBy };
        if (type === 'RedemptionSent') expect(isDecided).toBe(false);
        if (type === 'RedemptionContradicted' || type === 'RedemptionSent') proposal = null;
        if (type !== 'RedemptionDecided') continue;
        isDecided = true;
        expect(proposal).toEqual({ debited: data.debited, proposedBy: data.proposedBy });
        expect(data.decidedBy).not.toBe(data.proposedBy);
        proposal = null;
      }
    }));

  test('sends each transaction under one nonce, and at most one of them can happen', () =>
    everyHistory((history) => {
      const sent = history.flatMap((event) => (event.type === 'RedemptionSent' ? [event.data] : []));
      expect(new Set(sent.map(({ nonce }) => nonce)).size).toBeLessThanOrEqual(1);
      expect(new Set(sent.map(({ txid }) => txid)).size).toBe(sent.length);
      if (sent.some(({ nonce }) => nonce === null)) expect(sent).toHaveLength(1);
    }));

  test('stays abandoned, and never fails by itself after a contradiction', () =>
    everyHistory((_, types) => {
      if (types.includes('WithdrawalAbandoned')) expect(types).toEqual(['WithdrawalAbandoned']);
      const contradicted = types.indexOf('RedemptionContradicted');
      const failed = types.indexOf('RedemptionFailed');
      const isDecided = types[failed - 1] === 'RedemptionDecided';
      if (contradicted >= 0 && failed >= 0 && !isDecided) expect(failed).toBeLessThan(contradicted);
    }));
});

test('reaches both decisions of operators in the sequences', () => {
  const seen = new Set<string>();
  for (const commands of samplesOf(withdrawalCommands, 6_000)) {
    for (const { type, data } of runCommands(withdrawal, commands).history)
      if (type === 'RedemptionDecided') seen.add(data.debited === null ? 'nothing' : 'found');
    if (seen.size >= 2) break;
  }
  expect([...seen].toSorted()).toEqual(['found', 'nothing']);
});
