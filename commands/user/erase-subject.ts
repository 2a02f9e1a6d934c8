import { rejection } from '../../aggregates/rejection';
import { user } from '../../aggregates/user/user';
import type { CommandContext } from '../handling/context';
import { historyOf } from '../handling/read-stream';
import { type DenyingDeps, takeAway } from '../handling/take-away';
import type { KeyVault } from '../ports/key-vault';

export interface EraseSubjectDeps extends DenyingDeps {
  readonly vault: KeyVault;
  /** Of every family: open payments need the sealed destination. */
  readonly countOpen: (userId: string) => Promise<number>;
}

/** First the event, then key and look-ups (design: domain, section 2). Refuses USER_NOT_FOUND, WRONG_STATE. */
export const eraseSubject =
  (deps: EraseSubjectDeps) =>
  async (
    { userId, reason }: { readonly userId: string; readonly reason: string },
    context: CommandContext,
  ): Promise<{ readonly subjectId: string; readonly erasedAt: string }> => {
    if ((await deps.countOpen(userId)) > 0) {
      throw rejection('WRONG_STATE', 'The user has open payments; erase when they have ended');
    }
    const now = deps.clock.iso();
    const request = { id: userId, context, command: { type: 'EraseUser', userId, reason, now } } as const;
    const isTakenBy = ({ type }: { readonly type: string }): boolean => type === 'SubjectErased';
    await takeAway(deps, user, request, { kind: 'USER', subject: userId, value: null, isTakenBy });
    await deps.vault.erase(userId);
    const erased = (await historyOf(deps.eventStore, user, userId)).find((event) => event.type === 'SubjectErased');
    return { subjectId: userId, erasedAt: erased?.type === 'SubjectErased' ? erased.data.erasedAt : now };
  };
