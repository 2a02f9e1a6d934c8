import { OPERATORS_ID, operators } from '../../aggregates/operator/operators';
import type { CommandContext } from '../handling/context';
import { handle } from '../handling/handle';
import { normalEmail } from '../handling/normal-email';
import type { HandleDeps } from '../handling/request';
import type { IdentityDigest } from '../ports/providers/identity-provider';

export interface SetOperatorEmail {
  readonly operatorName: string;
  readonly email: string;
  readonly by: string | null;
  readonly isEmbedded: boolean;
}

/**
 * Binds the address at the identity provider. With two admins the same request of the second one puts it in force.
 * Repeatable. Refuses NOT_FOUND, NOT_PROVED, VALIDATION_ERROR, and WRONG_STATE for an address of another operator.
 */
export const setOperatorEmail =
  (deps: HandleDeps & { readonly identityDigest: IdentityDigest }) =>
  async (
    { operatorName, email, by, isEmbedded }: SetOperatorEmail,
    context: CommandContext,
  ): Promise<{ readonly isInForce: boolean }> => {
    const emailHash = deps.identityDigest('EMAIL', normalEmail(email));
    const command = { type: 'SetEmail', operatorName, emailHash, by, isEmbedded, now: deps.clock.iso() } as const;
    const { state } = await handle(deps, operators, { id: OPERATORS_ID, context, command });
    return { isInForce: state.get(operatorName)?.identity.waiting === null };
  };
