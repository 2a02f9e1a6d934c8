import type { Position } from '../../aggregates/events';
import { partner } from '../../aggregates/partner/partner';
import type { CommandContext } from '../handling/context';
import { historyOf } from '../handling/reading/read-stream';
import { type DenyingDeps, revokeRight } from '../handling/revoke-right';

export interface RevokeApiKey {
  readonly partnerId: string;
  readonly keyId: string;
}

/** Permanent, repeatable, in force when it answers. Refuses NOT_FOUND for a key of another partner. */
export const revokeApiKey =
  (deps: DenyingDeps) =>
  async (
    { partnerId, keyId }: RevokeApiKey,
    context: CommandContext,
  ): Promise<{ readonly keyId: string; readonly revokedAt: string; readonly position: Position | null }> => {
    const now = deps.clock.iso();
    const request = { id: partnerId, context, command: { type: 'RevokeApiKey', partnerId, keyId, now } } as const;
    const { events, position } = await revokeRight(deps, partner, request, {
      kind: 'API_KEY',
      subject: keyId,
      value: null,
      isTakenBy: ({ type, data }) => type === 'ApiKeyRevoked' && data.keyId === keyId,
    });
    const revoked = events.find((event) => event.type === 'ApiKeyRevoked');
    return {
      keyId,
      revokedAt: revoked?.data.revokedAt ?? (await revokedBefore(deps, partnerId, keyId)) ?? now,
      position,
    };
  };

const revokedBefore = async (deps: DenyingDeps, partnerId: string, keyId: string): Promise<string | undefined> => {
  const history = await historyOf(deps.eventStore, partner, partnerId);
  for (const event of history) {
    if (event.type === 'ApiKeyRevoked' && event.data.keyId === keyId) return event.data.revokedAt;
  }
  return undefined;
};
