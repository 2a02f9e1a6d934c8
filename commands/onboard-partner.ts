import type { Position } from '../aggregates/events';
import type { Mode } from '../aggregates/partner/events';
import { partner } from '../aggregates/partner/partner';
import { type CommandContext, continuing } from './context';
import { commandIdOf } from './deterministic-ids';
import { type HandleDeps, handle } from './handle';
import { issueApiKey } from './issue-api-key';
import type { Ids, KeyVault } from './ports';
import { rotateWebhookSecret } from './rotate-webhook-secret';
import { newHmacSecret, signingKeyOf } from './secrets';

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

/** A partner with one credential of each kind; every secret is seen here and never again. */
export const onboardPartner =
  (deps: HandleDeps & { readonly ids: Ids; readonly vault: KeyVault }) =>
  async ({ name, mode }: OnboardPartner, context: CommandContext): Promise<OnboardedPartner> => {
    const partnerId = deps.ids.uuid();
    const owned: CommandContext = { ...context, partnerId, subjectId: partnerId, mode };
    const next = (step: string): CommandContext => continuing(owned, commandIdOf(context.commandId, step));
    const onboardedAt = new Date(deps.clock.now()).toISOString();
    await handle(deps, partner, {
      stream: `partner-${partnerId}`,
      context: owned,
      command: { type: 'OnboardPartner', partner: { partnerId, name, onboardedAt } },
      opensStream: true,
    });
    const { apiKey } = await issueApiKey(deps)({ partnerId, mode, name: 'first' }, next('api-key'));
    const hmacSecret = await issueHmacSecret(deps, { partnerId, mode }, next('hmac-secret'));
    const rotated = await rotateWebhookSecret(deps)({ partnerId, mode, isFirst: true }, next('webhook-secret'));
    return { partnerId, apiKey, hmacSecret, webhookSecret: rotated.webhookSecret, position: rotated.position };
  };

const issueHmacSecret = async (
  deps: HandleDeps & { readonly ids: Ids; readonly vault: KeyVault },
  { partnerId, mode }: { readonly partnerId: string; readonly mode: Mode },
  context: CommandContext,
): Promise<string> => {
  const hmacSecret = newHmacSecret(deps.ids);
  const signingKey = await deps.vault.seal(partnerId, signingKeyOf(hmacSecret, partnerId));
  const issuedAt = new Date(deps.clock.now()).toISOString();
  await handle(deps, partner, {
    stream: `partner-${partnerId}`,
    context,
    command: { type: 'IssueHmacSecret', secret: { partnerId, mode, signingKey, issuedAt } },
  });
  return hmacSecret;
};
