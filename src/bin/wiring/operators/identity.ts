import type { IdentitySignInDeps } from '../../../../commands/operator/console/identity-sign-in';
import { createIdentityProvider } from '../../../../infra/providers/oidc/identity-provider';
import type { Config } from '../../../config';
import type { HttpLogger } from '../../../http/deps';
import { IDENTITY_PATH } from '../../../http/ops/session/identity-page';

/** Null without OPS_OIDC_ISSUER. */
export const identityProviderOf = (
  config: Pick<Config, 'OPS_PUBLIC_URL' | 'OPS_OIDC_ISSUER' | 'OPS_OIDC_CLIENT_ID' | 'OPS_OIDC_CLIENT_SECRET'>,
  { clock }: Pick<IdentitySignInDeps, 'clock'>,
  logger: Pick<HttpLogger, 'warn'>,
): IdentitySignInDeps['provider'] | null => {
  const { OPS_PUBLIC_URL, OPS_OIDC_ISSUER: issuer, OPS_OIDC_CLIENT_ID: clientId } = config;
  if (issuer === undefined) return null;
  return createIdentityProvider({
    ...{ issuer, clientId: clientId ?? '', clientSecret: config.OPS_OIDC_CLIENT_SECRET ?? '', clock },
    redirectUrl: `${OPS_PUBLIC_URL ?? ''}${IDENTITY_PATH}`,
    onFailure: (code) => logger.warn({ code }, 'a sign-in at the identity provider failed'),
  });
};
