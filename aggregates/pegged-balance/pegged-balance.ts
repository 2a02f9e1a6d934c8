import type { Decider } from '../decider';
import type { BaseUnits } from '../money';
import { rejection } from '../rejection';
import { debitFaultOf } from './debit-fault';
import type { BalanceReleased, BalanceReserved, PeggedBalanceEvent, PeggedDebit } from './events';
import {
  type HeldTerms,
  type Hold,
  holdOf,
  holdsOf,
  isHolding,
  NO_HOLDS,
  type PeggedBalanceState,
  withHold,
} from './state';
import type { BalanceReading } from './terms';

/** Base units that are reserved, or debited in blocks after the reading. */
const spokenFor = (state: PeggedBalanceState, assetId: number, reading: BalanceReading): BaseUnits =>
  holdsOf(state).reduce((sum, [, hold]) => sum + takenBy(hold, assetId, BigInt(reading.blockNumber)), 0n);

const takenBy = (hold: Hold, assetId: number, seenBlock: bigint): BaseUnits => {
  if (isHolding(hold)) return hold.terms.assetId === assetId ? BigInt(hold.terms.amountBaseUnits) : 0n;
  if (hold.phase === 'RELEASED' || hold.assetId !== assetId) return 0n;
  return hold.blockNumber > seenBlock ? hold.amount : 0n;
};

export type PeggedBalanceCommand =
  | { readonly type: 'ReserveBalance'; readonly reservation: BalanceReserved }
  | { readonly type: 'CaptureBalance'; readonly withdrawId: string; readonly now: string }
  | {
      readonly type: 'SettleDebit';
      readonly withdrawId: string;
      readonly debit: PeggedDebit;
      readonly now: string;
    }
  | {
      readonly type: 'ReleaseBalance';
      readonly withdrawId: string;
      readonly reason: BalanceReleased['reason'];
      readonly now: string;
    };

const evolve = (state: PeggedBalanceState, event: PeggedBalanceEvent): PeggedBalanceState => {
  const { withdrawId } = event.data;
  const before = holdOf(state, withdrawId);
  const hold = holdAfter(before, event);
  return hold === before || hold === undefined ? state : withHold(state, withdrawId, hold);
};

const holdAfter = (before: Hold | undefined, event: PeggedBalanceEvent): Hold | undefined => {
  if (event.type === 'BalanceReserved') return before ?? { phase: 'RESERVED', terms: heldTermsOf(event.data) };
  if (before === undefined || !isHolding(before)) return before;
  switch (event.type) {
    case 'BalanceCaptured':
      return { ...before, phase: 'CAPTURED' };
    case 'PeggedDebitSettled': {
      const { debitId, assetId, amountBaseUnits, blockNumber } = event.data.debit;
      return {
        phase: 'SETTLED',
        ...{ debitId, assetId, amount: BigInt(amountBaseUnits), blockNumber: BigInt(blockNumber) },
      };
    }
    case 'BalanceReleased':
      return { phase: 'RELEASED' };
  }
};

const heldTermsOf = (reserved: BalanceReserved): HeldTerms => {
  const { withdrawId, partnerId, network, assetId, symbol, decimals, wallet, amountBaseUnits } = reserved;
  const { grossCents, fees, payout, redemption } = reserved;
  return {
    ...{ withdrawId, partnerId, network, assetId, symbol, decimals, wallet, amountBaseUnits },
    ...{ grossCents, fees, payout, redemption },
  };
};

const decide = (state: PeggedBalanceState, command: PeggedBalanceCommand): readonly PeggedBalanceEvent[] => {
  if (command.type === 'ReserveBalance') return reserve(state, command.reservation);
  const { withdrawId, now } = command;
  const hold = holdOf(state, withdrawId);
  if (hold === undefined) throw rejection('WRONG_STATE', 'This withdrawal has no reservation');
  if (!isHolding(hold)) return command.type === 'SettleDebit' ? mustBeSettled(hold, command.debit) : [];
  const { assetId, amountBaseUnits } = hold.terms;
  switch (command.type) {
    case 'CaptureBalance': {
      const data = { withdrawId, assetId, amountBaseUnits, capturedAt: now };
      return hold.phase === 'CAPTURED' ? [] : [{ type: 'BalanceCaptured', data }];
    }
    case 'SettleDebit':
      return settle(state, hold, command);
    case 'ReleaseBalance': {
      const { reason } = command;
      return [{ type: 'BalanceReleased', data: { withdrawId, assetId, amountBaseUnits, reason, releasedAt: now } }];
    }
  }
};

/** The guard against overdraft: an append at the exact revision has counted every earlier reservation. */
const reserve = (state: PeggedBalanceState, reservation: BalanceReserved): readonly PeggedBalanceEvent[] => {
  const { withdrawId, assetId, reading } = reservation;
  if (holdOf(state, withdrawId) !== undefined) return [];
  const amount = BigInt(reservation.amountBaseUnits);
  if (amount <= 0n) throw new RangeError('The amount of a withdrawal must be above zero');
  const wanted = amount + spokenFor(state, assetId, reading);
  if (wanted > BigInt(reading.balanceBaseUnits)) throw tooLittle('balance');
  if (wanted > BigInt(reading.allowanceBaseUnits)) throw tooLittle('allowance');
  return [{ type: 'BalanceReserved', data: reservation }];
};

const tooLittle = (what: 'balance' | 'allowance') =>
  rejection(
    'INSUFFICIENT_PEGGED_BALANCE',
    `The wallet's ${what} does not cover this amount plus the open reservations`,
  );

/** A debit serves one withdrawal, and pays it only when it is exactly what was reserved. */
const settle = (
  state: PeggedBalanceState,
  { phase, terms }: Extract<Hold, { readonly terms: unknown }>,
  { debit, now }: Extract<PeggedBalanceCommand, { readonly type: 'SettleDebit' }>,
): readonly PeggedBalanceEvent[] => {
  if (phase !== 'CAPTURED') throw rejection('WRONG_STATE', 'The withdrawal has no pending debit');
  const fault = isTaken(state, debit) ? 'the debit pays another withdrawal' : debitFaultOf(terms, debit);
  if (fault !== null) throw rejection('WRONG_STATE', `The debit does not match the withdrawal: ${fault}`);
  const { withdrawId, partnerId, symbol, decimals, redemption, grossCents, fees, payout } = terms;
  const about = { withdrawId, partnerId, symbol, decimals, redemption };
  const data = { ...about, debit, grossCents, netCents: payout.amountCents, fees, settledAt: now };
  return [{ type: 'PeggedDebitSettled', data }];
};

const isTaken = (state: PeggedBalanceState, { debitId }: PeggedDebit): boolean =>
  holdsOf(state).some(([, hold]) => hold.phase === 'SETTLED' && hold.debitId === debitId);

const mustBeSettled = (hold: Hold, { debitId }: PeggedDebit): readonly never[] => {
  if (hold.phase === 'SETTLED' && hold.debitId === debitId) return [];
  throw rejection('WRONG_STATE', 'The withdrawal ended without this debit');
};

/** Stream `peggedBalance-<UUIDv5(network, address)>`; on the simulated network `(network, address, partner)`. */
export const peggedBalance: Decider<PeggedBalanceState, PeggedBalanceCommand, PeggedBalanceEvent> = {
  category: 'peggedBalance',
  initial: NO_HOLDS,
  evolve,
  decide,
};
