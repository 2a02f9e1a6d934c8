import type { Position } from '../../../aggregates/events';
import { user } from '../../../aggregates/user/user';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';
import type { KeyVault } from '../../ports/key-vault';

export interface OpenedPersonalData {
  readonly externalUserId: string | null;
  /** Null when there was nothing to open: no event. */
  readonly position: Position | null;
}

/** The event comes first: nothing is seen unrecorded. Refuses USER_NOT_FOUND, also for erased users. */
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
