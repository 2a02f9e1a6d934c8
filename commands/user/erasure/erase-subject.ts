import { rejection } from '../../../aggregates/rejection';
import { user } from '../../../aggregates/user/user';
import { type CommandContext, continuing } from '../../handling/context';
import { commandIdOf } from '../../handling/deterministic-ids';
import { historyOf, stateOf } from '../../handling/reading/read-stream';
import { type DenyingDeps, revokeRight } from '../../handling/revoke-right';
import type { KeyVault } from '../../ports/key-vault';
import { blockUser } from '../block-user';
import { hasOpenPayment, type OpenPaymentsDeps } from './open-payments';

export interface EraseSubjectDeps extends DenyingDeps {
  readonly eventStore: DenyingDeps['eventStore'] & OpenPaymentsDeps['eventStore'];
  readonly vault: KeyVault;
  /** Open payments in every family by the read models: a hint that saves a search of the log. */
  readonly countOpen: (userId: string) => Promise<number>;
}

export interface EraseSubject {
  readonly userId: string;
  readonly reason: string;
}

/**
 * Writes the event first, then erases key and look-ups. Open payments need the sealed destination, so the user is
 * blocked before the search for them. A new payment looks for the block after it stands in the log, so that one of the
 * two finds the other, unless the block is lifted meanwhile. Refuses USER_NOT_FOUND, WRONG_STATE.
 */
export const eraseSubject =
  (deps: EraseSubjectDeps) =>
  async (
    { userId, reason }: EraseSubject,
    context: CommandContext,
  ): Promise<{ readonly subjectId: string; readonly erasedAt: string }> => {
    const unblocks = await blockUnlessOpen(deps, { userId, reason }, context);
    const now = deps.clock.iso();
    const request = { id: userId, context, command: { type: 'EraseUser', userId, unblocks, reason, now } } as const;
    const isTakenBy = ({ type }: { readonly type: string }): boolean => type === 'SubjectErased';
    await revokeRight(deps, user, request, { kind: 'USER', subject: userId, value: null, isTakenBy });
    await deps.vault.erase(userId);
    const erased = (await historyOf(deps.eventStore, user, userId)).find((event) => event.type === 'SubjectErased');
    return { subjectId: userId, erasedAt: erased?.type === 'SubjectErased' ? erased.data.erasedAt : now };
  };

const hasOpen = () => rejection('WRONG_STATE', 'The user has open payments; erase when they have ended');

/** A failure lifts the erasure's own block, also a killed run's, and no other. Answers the count of unblocks. */
const blockUnlessOpen = async (
  deps: EraseSubjectDeps,
  { userId, reason }: EraseSubject,
  context: CommandContext,
): Promise<number> => {
  const { length } = await historyOf(deps.eventStore, user, userId);
  const change = (type: 'BlockUser' | 'UnblockUser') =>
    blockUser(deps)(
      { userId, change: type, reason: `to be erased: ${reason}`, isForErasure: true },
      continuing(context, commandIdOf(type, context.commandId, length.toString())),
    );
  const isKnown = 'kyc' in (await stateOf(deps.eventStore, user, userId));
  try {
    if ((await deps.countOpen(userId)) > 0) throw hasOpen();
    if (!isKnown) return 0;
    await change('BlockUser');
    return await unblocksUnlessOpen(deps, userId);
  } catch (failure) {
    if (isKnown) await change('UnblockUser').catch(() => Promise.reject(mayBeLeft(failure)));
    throw failure;
  }
};

const mayBeLeft = (cause: unknown) =>
  Object.assign(rejection('SERVICE_UNAVAILABLE', 'The user may stay blocked: repeat the erasure'), {
    cause,
  });

const unblocksUnlessOpen = async (deps: EraseSubjectDeps, userId: string): Promise<number> => {
  const state = await stateOf(deps.eventStore, user, userId);
  if (state.status === 'ACTIVE') throw rejection('WRONG_STATE', 'The user was unblocked during the erasure: repeat it');
  if (await hasOpenPayment(deps, userId)) throw hasOpen();
  return state.status === 'BLOCKED' ? state.unblocks : 0;
};
