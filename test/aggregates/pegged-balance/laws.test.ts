import type { PeggedBalanceEvent } from '../../../aggregates/pegged-balance/events';
import { peggedBalance } from '../../../aggregates/pegged-balance/pegged-balance';
import { balanceCommands } from '../../../packages/testing/src/arbitraries/withdrawal-commands';
import { runCommands } from '../../../packages/testing/src/run-commands';
import fc from '../../properties';

const everyHistory = (law: (history: readonly PeggedBalanceEvent[]) => void) =>
  fc.assert(fc.property(balanceCommands, (commands) => law(runCommands(peggedBalance, commands).history)));

/** The promised base units, counted from the events alone, without the debits up to a block. */
const promisedIn = (history: readonly PeggedBalanceEvent[], afterBlock: string): bigint => {
  const promised = new Map<string, bigint>();
  for (const { type, data } of history) {
    if (type === 'BalanceReserved') promised.set(data.withdrawId, BigInt(data.amountBaseUnits));
    if (type === 'BalanceReleased') promised.delete(data.withdrawId);
    if (type === 'PeggedDebitSettled' && BigInt(data.debit.blockNumber) <= BigInt(afterBlock))
      promised.delete(data.withdrawId);
  }
  return [...promised.values()].reduce((sum, part) => sum + part, 0n);
};

describe('a wallet under any commands', () => {
  test('overdraws neither its balance nor its allowance by a reservation', () =>
    everyHistory((history) => {
      history.forEach(({ type, data }, index) => {
        if (type !== 'BalanceReserved') return;
        const { balanceBaseUnits, allowanceBaseUnits, blockNumber } = data.reading;
        const promised = promisedIn(history.slice(0, index + 1), blockNumber);
        expect(promised <= BigInt(balanceBaseUnits) && promised <= BigInt(allowanceBaseUnits)).toBe(true);
      });
    }));

  test('reserves, captures and ends a withdrawal at most once, in this order', () =>
    everyHistory((history) => {
      const ids = new Set(history.map(({ data }) => data.withdrawId));
      for (const id of ids) {
        const types = history.filter(({ data }) => data.withdrawId === id).map(({ type }) => type);
        expect(types.join(' ')).toMatch(
          /^BalanceReserved( BalanceReleased| BalanceCaptured( PeggedDebitSettled| BalanceReleased)?)?$/,
        );
      }
    }));

  test('settles one withdrawal by a debit, for exactly its reservation', () =>
    everyHistory((history) => {
      const settled = history.flatMap((event) => (event.type === 'PeggedDebitSettled' ? [event.data] : []));
      expect(new Set(settled.map(({ debit }) => debit.debitId)).size).toBe(settled.length);
      for (const { withdrawId, debit } of settled) {
        const reservation = history.find(
          ({ type, data }) => type === 'BalanceReserved' && data.withdrawId === withdrawId,
        );
        expect(reservation?.data).toMatchObject({ amountBaseUnits: debit.amountBaseUnits, assetId: debit.assetId });
      }
    }));
});
