import type { UserEvent } from './events';

export interface ChangeBlock {
  readonly type: 'BlockUser' | 'UnblockUser';
  readonly userId: string;
  readonly reason: string;
  readonly now: string;
  /** An erasure's own block, and the lifting of such a block only. */
  readonly isForErasure?: true;
}

interface Blockable {
  readonly status: 'ACTIVE' | 'BLOCKED';
  readonly isBlockedForErasure: boolean;
}

/** A block by another actor outlives the block of the erasure, and is recorded after it. */
export const block = (state: Blockable, { userId, reason, now, isForErasure }: ChangeBlock): readonly UserEvent[] => {
  const isWanted = state.status === 'ACTIVE' || (state.isBlockedForErasure && isForErasure !== true);
  if (!isWanted) return [];
  const mark = isForErasure === true ? { isForErasure } : {};
  return [{ type: 'UserBlocked', data: { userId, reason, blockedAt: now, ...mark } }];
};

export const unblock = (state: Blockable, { userId, reason, now, isForErasure }: ChangeBlock): readonly UserEvent[] => {
  if (state.status === 'ACTIVE' || (isForErasure === true && !state.isBlockedForErasure)) return [];
  return [{ type: 'UserUnblocked', data: { userId, reason, unblockedAt: now } }];
};
