import type { Position } from '../../aggregates/events';
import { user } from '../../aggregates/user/user';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';
import type { KeyVault } from '../ports/key-vault';

export interface OpenedPersonalData {
  /** Null for a user without one. */
  readonly externalUserId: string | null;
  /** Null when there was nothing to open, which no event says. */
  readonly position: Position | null;
}

/**
 * Shows an operator what is sealed of a user. First the fact that it was shown, then the opening: whoever could not be
 * recorded sees nothing, and what is recorded may have been seen by nobody. Refuses USER_NOT_FOUND, also of one who was
 * erased.
 */
export const openPersonalData =
  (deps: HandleDeps & { readonly vault: Pick<KeyVault, 'open'> }) =>
  async (
    { userId, reason }: { readonly userId: string; readonly reason: string },
    context: CommandContext,
  ): Promise<OpenedPersonalData> => {
    const now = deps.clock.iso();
    const { state, position } = await handle(deps, user, {
      id: userId,
      context,
      command: { type: 'OpenPersonalData', userId, reason, now },
    });
    const sealed = 'kyc' in state ? state.externalUserId : null;
    return { externalUserId: sealed === null ? null : await deps.vault.open(sealed), position };
  };
