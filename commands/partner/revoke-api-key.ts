import type { Position } from '../../aggregates/events';
import { partner } from '../../aggregates/partner/partner';
import type { CommandContext } from '../handling/context';
import { type HandleDeps, handle } from '../handling/handle';
import { historyOf } from '../handling/read-stream';

export interface RevokeApiKey {
  readonly partnerId: string;
  readonly keyId: string;
}

/** Revokes at once and for ever; repeatable. Refuses NOT_FOUND for a key that is not the partner's. */
export const revokeApiKey =
  (deps: HandleDeps) =>
  async (
    { partnerId, keyId }: RevokeApiKey,
    context: CommandContext,
  ): Promise<{ readonly keyId: string; readonly revokedAt: string; readonly position: Position | null }> => {
    const now = new Date(deps.clock.now()).toISOString();
    const { events, position } = await handle(deps, partner, {
      id: partnerId,
      context,
      command: { type: 'RevokeApiKey', partnerId, keyId, now },
    });
    const revoked = events.find((event) => event.type === 'ApiKeyRevoked');
    return {
      keyId,
      revokedAt: revoked?.data.revokedAt ?? (await revokedBefore(deps, partnerId, keyId)) ?? now,
      position,
    };
  };

/** When a key that was revoked earlier was revoked. */
const revokedBefore = async (deps: HandleDeps, partnerId: string, keyId: string): Promise<string | undefined> => {
  const history = await historyOf(deps.eventStore, partner, partnerId);
  for (const event of history) {
    if (event.type === 'ApiKeyRevoked' && event.data.keyId === keyId) return event.data.revokedAt;
  }
  return undefined;
};
