import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { partner } from '../../aggregates/partner/partner';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import type { HandleDeps } from '../handling/request';
import { newWebhookSecret } from '../handling/secrets';
import type { Ids } from '../ports/ids';
import type { KeyVault } from '../ports/key-vault';

const OVERLAP_MS = 24 * 60 * 60 * 1000;

export interface RotatedWebhookSecret {
  readonly webhookSecret: string;
  readonly rotatedAt: string;
  readonly previousValidUntil: string | null;
  readonly position: Position | null;
}

/** The previous secret, if any, stays valid for 24 hours. */
export const rotateWebhookSecret =
  (deps: HandleDeps & { readonly ids: Ids; readonly vault: KeyVault }) =>
  async (
    { partnerId, mode }: { readonly partnerId: string; readonly mode: Mode },
    context: CommandContext,
  ): Promise<RotatedWebhookSecret> => {
    const webhookSecret = newWebhookSecret(deps.ids);
    const nowMs = deps.clock.now();
    const rotatedAt = new Date(nowMs).toISOString();
    const overlapEndsAt = new Date(nowMs + OVERLAP_MS).toISOString();
    const secret = await deps.vault.seal(partnerId, webhookSecret);
    const { events, position } = await handle(deps, partner, {
      id: partnerId,
      context,
      command: { type: 'RotateWebhookSecret', secret: { partnerId, mode, secret, rotatedAt }, overlapEndsAt },
    });
    const rotated = events.find((event) => event.type === 'WebhookSecretRotated');
    return { webhookSecret, rotatedAt, previousValidUntil: rotated?.data.previousValidUntil ?? null, position };
  };
