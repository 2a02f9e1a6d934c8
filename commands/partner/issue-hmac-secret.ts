import type { Position } from '../../aggregates/events';
import type { Mode } from '../../aggregates/partner/events';
import { partner } from '../../aggregates/partner/partner';
import type { CommandContext } from '../handling/context';
import { type HandleDeps, handle } from '../handling/handle';
import { newHmacSecret, signingKeyOf } from '../handling/secrets';
import type { Ids } from '../ports/ids';
import type { KeyVault } from '../ports/key-vault';

export interface IssuedHmacSecret {
  /** The only time that the secret is seen. */
  readonly hmacSecret: string;
  readonly issuedAt: string;
  readonly position: Position | null;
}

/** A secret for signed requests in one mode, at once in place of any before it. Refuses NOT_FOUND. */
export const issueHmacSecret =
  (deps: HandleDeps & { readonly ids: Ids; readonly vault: KeyVault }) =>
  async (
    { partnerId, mode }: { readonly partnerId: string; readonly mode: Mode },
    context: CommandContext,
  ): Promise<IssuedHmacSecret> => {
    const hmacSecret = newHmacSecret(deps.ids);
    const signingKey = await deps.vault.seal(partnerId, signingKeyOf(hmacSecret, partnerId));
    const issuedAt = new Date(deps.clock.now()).toISOString();
    const { position } = await handle(deps, partner, {
      id: partnerId,
      context,
      command: { type: 'IssueHmacSecret', secret: { partnerId, mode, signingKey, issuedAt } },
    });
    return { hmacSecret, issuedAt, position };
  };
