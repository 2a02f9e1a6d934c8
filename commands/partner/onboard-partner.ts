import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { partner } from '../../aggregates/partner/partner';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf } from '../handling/deterministic-ids';
import { handle } from '../handling/handle';
import type { DenyingDeps } from '../handling/revoke-right';
import type { Ids } from '../ports/ids';
import type { KeyVault } from '../ports/key-vault';
import { rotateWebhookSecret } from '../webhook/rotate-webhook-secret';
import { issueApiKey } from './issue-api-key';
import { issueHmacSecret } from './issue-hmac-secret';

export interface OnboardPartner {
  readonly name: string;
  readonly mode: Mode;
}

export interface OnboardedPartner {
  readonly partnerId: string;
  readonly apiKey: string;
  readonly hmacSecret: string;
  readonly webhookSecret: string;
  readonly position: Position | null;
}

export const onboardPartner =
  (deps: DenyingDeps & { readonly ids: Ids; readonly vault: KeyVault }) =>
  async ({ name, mode }: OnboardPartner, context: CommandContext): Promise<OnboardedPartner> => {
    const partnerId = deps.ids.uuid();
    const owned: CommandContext = { ...context, partnerId, subjectId: partnerId, mode };
    const next = (step: string): CommandContext => continuing(owned, commandIdOf(context.commandId, step));
    const onboardedAt = deps.clock.iso();
    await handle(deps, partner, {
      id: partnerId,
      context: owned,
      command: { type: 'OnboardPartner', partner: { partnerId, name, onboardedAt } },
      opensStream: true,
    });
    const { apiKey } = await issueApiKey(deps)({ partnerId, mode, name: 'first' }, next('api-key'));
    const { hmacSecret } = await issueHmacSecret(deps)({ partnerId, mode }, next('hmac-secret'));
    const rotated = await rotateWebhookSecret(deps)({ partnerId, mode }, next('webhook-secret'));
    return { partnerId, apiKey, hmacSecret, webhookSecret: rotated.webhookSecret, position: rotated.position };
  };
