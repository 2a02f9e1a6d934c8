import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from 'express';
import type { WithdrawalRow } from '../../../read-models/payments/withdrawals';
import type { Success } from '../envelope';
import { readYourWrites, WITHDRAWALS } from '../request/command-context';
import { idempotencyKeyOf, repeatable } from '../request/idempotency';
import { stateOf, userOf } from '../request/request-state';
import { scenarioOf } from '../request/scenario';
import { centsOf } from '../request/shape/brl';
import { findOwnWithdrawal } from './own-withdrawal';
import type { WithdrawAnswer, WithdrawRequest } from './withdraw.dto';
import { withdrawAnswer } from './withdraw-answer';

/** No work begins later than this after the arrival: work under way then ends before the caller gets 503. */
const LATEST_MS = 8_000;

interface Headers {
  readonly idempotencyKey: string | undefined;
  readonly scenario: string | undefined;
}

/** Requests the caller's withdrawal and waits for its end by workers; time alone never fails one. 201. */
export const withdraw = async (
  request: Request,
  { amount, pixKey, pixKeyType, walletAddress, description }: WithdrawRequest,
  { idempotencyKey, scenario }: Headers,
): Promise<Success<WithdrawAnswer>> => {
  const { deps, arrivedMs } = stateOf(request);
  const asked = {
    lastMomentMs: deps.clock.now() + arrivedMs + LATEST_MS - performance.now(),
    user: userOf(request),
    amountCents: centsOf(amount) ?? 0n,
    pixKey: { text: pixKey, kind: pixKeyType ?? null },
    ...{ walletAddress, description: description ?? null },
    ...scenarioOf(request, scenario),
  };
  return repeatable({
    request,
    key: idempotencyKeyOf(idempotencyKey),
    status: 201,
    run: async (context) => {
      const { withdrawal, position } = await deps.requestWithdrawal(asked, context);
      await readYourWrites(request, WITHDRAWALS, position);
      return withdrawAnswer(await untilEnded(request, withdrawal.withdrawId));
    },
  });
};

const FIRST_LOOK_MS = 50;
const LONGEST_WAIT_MS = 250;

/** The last known state when the call's time is over. */
const untilEnded = async (request: Request, withdrawId: string): Promise<WithdrawalRow> => {
  const { deps, arrivedMs } = stateOf(request);
  const giveUpAtMs = arrivedMs + deps.settings.withdrawWaitMs;
  let waitMs = FIRST_LOOK_MS;
  for (;;) {
    const row = await findOwnWithdrawal(request, withdrawId);
    if (row === null) throw new Error('a withdrawal that was just asked for is not there');
    if (row.status !== 'PROCESSING' || performance.now() + waitMs > giveUpAtMs) return row;
    await pause(waitMs);
    waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS);
  }
};
