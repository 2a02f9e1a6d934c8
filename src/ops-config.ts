import { z } from 'zod';
import { issuer, origin, whole } from './config-values';

export const OPS_SHAPE = {
  OPS_HOST: z.string().min(1).default('127.0.0.1'),
  OPS_PORT: whole(0, 65_535).optional(),
  OPS_PUBLIC_URL: origin.optional(),
  OPS_OIDC_ISSUER: issuer.optional(),
  OPS_OIDC_CLIENT_ID: z.string().min(1).max(500).optional(),
  OPS_OIDC_CLIENT_SECRET: z.string().min(1).max(4_000).optional(),
};

type OpsValues = z.infer<z.ZodObject<typeof OPS_SHAPE>>;

/** A session's cookie leaves the machine: never without TLS. */
export const opsProblems = ({ OPS_PORT, OPS_PUBLIC_URL }: OpsValues): readonly string[] => {
  if (OPS_PORT === undefined) return OPS_PUBLIC_URL === undefined ? [] : ['OPS_PORT must be given with OPS_PUBLIC_URL'];
  const isSecure = OPS_PUBLIC_URL?.startsWith('https://') === true;
  return isSecure ? [] : ['OPS_PUBLIC_URL must be given with OPS_PORT in production, and begin with https://'];
};

/** Production sends the client's secret by https alone. */
export const identityProblems = (values: OpsValues, production: boolean): readonly string[] => {
  const { OPS_OIDC_ISSUER, OPS_OIDC_CLIENT_ID, OPS_OIDC_CLIENT_SECRET, OPS_PUBLIC_URL } = values;
  const demanded = { OPS_OIDC_CLIENT_ID, OPS_OIDC_CLIENT_SECRET, OPS_PUBLIC_URL };
  if (OPS_OIDC_ISSUER === undefined) {
    const isGiven = (OPS_OIDC_CLIENT_ID ?? OPS_OIDC_CLIENT_SECRET) !== undefined;
    return isGiven ? ['OPS_OIDC_ISSUER must be given with its client'] : [];
  }
  const isClear = production && OPS_OIDC_ISSUER.startsWith('http://');
  return [
    ...(isClear ? ['OPS_OIDC_ISSUER must begin with https:// in production'] : []),
    ...Object.entries(demanded)
      .filter(([, value]) => value === undefined)
      .map(([name]) => `${name} must be given with OPS_OIDC_ISSUER`),
  ];
};
