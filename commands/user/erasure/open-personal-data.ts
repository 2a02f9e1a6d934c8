import type { Position } from '../../../aggregates/events';
import { user } from '../../../aggregates/user/user';
import type { CommandContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import type { HandleDeps } from '../../handling/request';
import type { KeyVault } from '../../ports/key-vault';
import { findSealed, type WhichValue } from './sealed-values';

export interface OpenedPersonalData {
  /** Null when there is no value, or it can no longer be opened. */
  readonly value: string | null;
  readonly position: Position | null;
}

export interface OpenPersonalData extends WhichValue {
  readonly reason: string;
}

/** The event is appended first, so that every opening is recorded. Refuses USER_NOT_FOUND, INTENT_NOT_FOUND. */
export const openPersonalData =
  (deps: HandleDeps & { readonly vault: Pick<KeyVault, 'open'> }) =>
  async (
    { userId, field, reason, ...which }: OpenPersonalData,
    context: CommandContext,
  ): Promise<OpenedPersonalData> => {
    const found = await findSealed(deps.eventStore, { userId, field, ...which });
    // An unknown user's stream refuses; a known user without a value leaves no event.
    if (found === null && field !== 'externalUserId') return { value: null, position: null };
    const { position } = await handle(deps, user, {
      id: userId,
      context,
      command: { type: 'OpenPersonalData', userId, field, reason, ...found?.of, now: deps.clock.iso() },
    });
    if (found === null) return { value: null, position };
    const opened = await deps.vault.open(found.sealed);
    return { value: opened === null ? null : found.textOf(opened), position };
  };
