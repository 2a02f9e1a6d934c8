import type { Operator } from '../../../aggregates/operator/operators';
import { rejection } from '../../../aggregates/rejection';
import type { Alert } from '../../alerts/kinds';
import { type ExpiringLink, type KeepLinkDeps, keepLink, type SignInLinks } from '../../handling/sign-in-links';
import { type Reading, sameOperator } from '../find-operator';

/** How long a link of `ledger console login` works. */
export const LINK_TTL_SECONDS = 300;

export interface KeptLink extends ExpiringLink, Pick<Operator, 'operatorName' | 'addedAt'> {}

export interface SignInLink {
  readonly operator: Operator;
  readonly expiresAt: string | null;
}

/** The token. In production links are for the day when the identity provider is down: each raises an alert. */
export const makeSignInLink =
  (deps: KeepLinkDeps & { readonly alert: Alert }, isProduction: boolean) =>
  async ({ operatorName, addedAt }: Pick<Operator, 'operatorName' | 'addedAt'>): Promise<string> => {
    if (isProduction)
      deps.alert("A link by an operator's key was made for the console, past the identity provider", { operatorName });
    return (await keepLink(deps, 'console-link', { operatorName, addedAt }, LINK_TTL_SECONDS)).token;
  };

/** Does not use the link. Refuses LINK_NOT_VALID. */
export const lookAtLink =
  (deps: OpeningDeps & { readonly links: Pick<SignInLinks<KeptLink>, 'find'> }) =>
  async (token: string): Promise<SignInLink> =>
    opened(deps, await deps.links.find(token));

export interface OpeningDeps {
  readonly eventStore: Reading;
}

/** The operator of the link must not have been revoked since. Refuses LINK_NOT_VALID. */
export const opened = async ({ eventStore }: OpeningDeps, kept: KeptLink | null): Promise<SignInLink> => {
  const operator = kept === null ? null : await sameOperator(eventStore, kept.operatorName, kept.addedAt);
  if (kept === null || operator === null) throw rejection('LINK_NOT_VALID', NOT_VALID);
  return { operator, expiresAt: kept.expiresAt };
};

const NOT_VALID = 'The link was used, has expired, or belongs to a revoked operator: create another link';
