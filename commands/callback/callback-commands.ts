import type { CashinDeps } from '../cashin/cashin-step';
import { confirmCharge } from '../cashin/confirm-charge';
import { type ConfirmSessionDeps, confirmSession } from '../kyc/confirm-session';
import { type ConfirmPayoutDeps, confirmPayout } from '../payout/confirm-payout';

export type CallbackDeps = ConfirmPayoutDeps & ConfirmSessionDeps & CashinDeps;

/** What is asked when a provider calls, by kind of callback. A new kind is a line here. */
export const callbackCommands = (deps: CallbackDeps) => ({
  payout: confirmPayout(deps),
  charge: confirmCharge(deps),
  kyc: confirmSession(deps),
});

export type CallbackCommands = ReturnType<typeof callbackCommands>;
export type CallbackKind = keyof CallbackCommands;
