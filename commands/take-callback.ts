import type { CashinDeps } from './cashin/cashin-step';
import { confirmCharge } from './cashin/charge/confirm-charge';
import { type NoteDeliveryDeps, noteDelivery } from './cashin/delivery/note-delivery';
import { type ConfirmSessionDeps, confirmSession } from './kyc/confirm-session';
import { confirmPayout } from './payout/outcome/confirm-payout';
import { type ConfirmTransferDeps, confirmTransfer } from './payout/outcome/confirm-transfer';
import type { Resolved } from './payout/request-payout';
import type { CallbackInbox, StoredCallback } from './ports/callback-inbox';
import type { CallbackHint, CallbackKind } from './ports/providers/callback-source';
import { type NoteTransactionDeps, noteCalledTransaction } from './watching/hints/note-transaction';

type CallbackDeps = ConfirmTransferDeps & ConfirmSessionDeps & CashinDeps & NoteDeliveryDeps & NoteTransactionDeps;

const callbackCommands = (deps: CallbackDeps) =>
  ({
    payout: confirmPayout(deps),
    transfer: confirmTransfer(deps),
    charge: confirmCharge(deps),
    delivery: noteDelivery(deps),
    kyc: confirmSession(deps),
    transaction: noteCalledTransaction(deps),
  }) satisfies Readonly<Record<CallbackKind, unknown>>;

export interface TakeCallbackDeps extends CallbackDeps {
  readonly callbackInbox: Pick<CallbackInbox, 'finish'>;
}

/** A stored callback is due until each of its hints has been followed; following a hint twice is harmless. */
export const takeCallback = (deps: TakeCallbackDeps) => {
  const commands = callbackCommands(deps);
  const follow = (callback: StoredCallback, { kind, key }: CallbackHint): Promise<Resolved> =>
    commands[kind]({
      provider: providerOf(callback),
      providerKey: key,
      providerEventId: callback.eventId,
      firstMadeAtMs: callback.receivedAtMs,
    });
  return async (callback: StoredCallback): Promise<Resolved> => {
    const again: number[] = [];
    for (const hint of callback.hints) {
      const resolved = await follow(callback, hint);
      if (resolved !== 'done') again.push(resolved.askAgainAtMs);
    }
    if (again.length > 0) return { askAgainAtMs: Math.min(...again) };
    await deps.callbackInbox.finish(callback);
    return 'done';
  };
};

const providerOf = ({ source }: StoredCallback): string => source.slice(source.indexOf('/') + 1);
