import type { CashinDeps } from '../cashin/cashin-step';
import { confirmCharge } from '../cashin/charge/confirm-charge';
import { type ConfirmSessionDeps, confirmSession } from '../kyc/confirm-session';
import { type ConfirmPayoutDeps, confirmPayout } from '../payout/outcome/confirm-payout';
import type { CallbackKind } from '../ports/providers/callback-source';

export type CallbackDeps = ConfirmPayoutDeps & ConfirmSessionDeps & CashinDeps;

/** The command for each kind of callback. */
export const callbackCommands = (deps: CallbackDeps) =>
  ({
    payout: confirmPayout(deps),
    charge: confirmCharge(deps),
    kyc: confirmSession(deps),
  }) satisfies Readonly<Record<CallbackKind, unknown>>;
