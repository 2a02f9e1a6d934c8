import type { Sealed } from '../../aggregates/sealed';
import type { createLink } from '../../commands/link/create-link';
import type { removeLink } from '../../commands/link/remove-link';
import type { simulateFees } from '../../commands/quote/simulate-fees';
import type { replayWebhook } from '../../commands/webhook/replay-webhook';
import type { requestWebhookTest } from '../../commands/webhook/request-webhook-test';
import type { rotateWebhookSecret } from '../../commands/webhook/rotate-webhook-secret';
import type { LinkRow } from '../../read-models/links';

/** The commands of the partner surface about fees, webhooks and payment links, bound to their own deps. */
export interface PartnerCommands {
  readonly createLink: ReturnType<typeof createLink>;
  readonly removeLink: ReturnType<typeof removeLink>;
  readonly replayWebhook: ReturnType<typeof replayWebhook>;
  readonly requestWebhookTest: ReturnType<typeof requestWebhookTest>;
  readonly rotateWebhookSecret: ReturnType<typeof rotateWebhookSecret>;
  readonly simulateFees: ReturnType<typeof simulateFees>;
}

/** Payment links as anybody may see them: the code is the credential. */
export interface Links {
  /** Null when it was never there, was removed, has expired, or its partner is not active. */
  readonly find: (linkCode: string) => Promise<LinkRow | null>;
  /** The plaintext, or null once nobody can open it any more. */
  readonly open: (sealed: Sealed) => Promise<string | null>;
}
