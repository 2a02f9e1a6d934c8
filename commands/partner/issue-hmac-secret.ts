import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { partner } from '../../aggregates/partner/partner';
import type { CommandContext } from '../handling/context';
import { type DenyingDeps, revokeRight } from '../handling/revoke-right';
import { newHmacSecret, signingKeyOf } from '../handling/secrets';
import type { Ids } from '../ports/ids';
import type { KeyVault } from '../ports/key-vault';

export interface IssuedHmacSecret {
  readonly hmacSecret: string;
  readonly issuedAt: string;
  readonly position: Position | null;
}

/** Replaces the mode's signing secret; the old one is invalid after the answer. Refuses NOT_FOUND. */
export const issueHmacSecret =
  (deps: DenyingDeps & { readonly ids: Ids; readonly vault: KeyVault }) =>
  async (
    { partnerId, mode }: { readonly partnerId: string; readonly mode: Mode },
    context: CommandContext,
  ): Promise<IssuedHmacSecret> => {
    const hmacSecret = newHmacSecret(deps.ids);
    const signingKey = await deps.vault.seal(partnerId, signingKeyOf(hmacSecret, partnerId));
    const issuedAt = deps.clock.iso();
    const secret = { partnerId, mode, signingKey, issuedAt };
    const request = { id: partnerId, context, command: { type: 'IssueHmacSecret', secret } } as const;
    const { position } = await revokeRight(deps, partner, request, {
      kind: 'HMAC_SECRET',
      subject: `${partnerId}:${mode}`,
      value: null,
      isTakenBy: ({ type, data }) => type === 'HmacSecretIssued' && data.mode === mode,
    });
    return { hmacSecret, issuedAt, position };
  };
