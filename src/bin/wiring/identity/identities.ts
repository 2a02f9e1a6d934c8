import type { CallbackSource } from '../../../../commands/ports/providers/callback-source';
import type { DocumentRegistry } from '../../../../commands/ports/providers/document-registry';
import type { KycProvider } from '../../../../commands/ports/providers/kyc-provider';
import { systemClock } from '../../../../infra/clock';
import { BRASIL_API_URL, createBrasilApi } from '../../../../infra/providers/brasil-api/registry';
import { diditSource } from '../../../../infra/providers/didit/callbacks';
import { DIDIT_URL } from '../../../../infra/providers/didit/client';
import { createDiditKyc } from '../../../../infra/providers/didit/kyc';
import type { ClientOptions } from '../../../../infra/providers/http/client';
import { documentRegistriesOf, kycProvidersOf } from '../../../../infra/providers/providers';
import type { Sandbox } from '../../../../infra/providers/sandbox/sandbox';
import { createSerproRegistry, SERPRO_URL } from '../../../../infra/providers/serpro/registry';
import { sumsubSource } from '../../../../infra/providers/sumsub/callbacks';
import { SANDBOX_TOKEN, SUMSUB_URL } from '../../../../infra/providers/sumsub/client';
import { createSumsubKyc } from '../../../../infra/providers/sumsub/kyc';
import type { Config } from '../../../config';
import { list } from '../../../config-values';
import type { ServicePorts } from '../../../service-ports';
import { clientOptionsOf, type ProvidersGiven, type SecretOf, secretsOf } from '../banks/given';
import type { IdentityFlows } from '../prices/identity-entry';
import type { ProviderEntry } from '../prices/providers-file';

/** A provider of identity for live credentials: of KYC sessions or of document look-ups. */
export interface Identity {
  readonly entry: ProviderEntry;
  readonly kyc?: KycProvider;
  readonly source?: CallbackSource;
  readonly registry?: DocumentRegistry;
}

type Given = Omit<ClientOptions, 'headers' | 'url'> & Pick<ProviderEntry, 'url' | 'isProviderSandbox'> & IdentityFlows;
type OpenIdentity = (given: Given, secretOf: SecretOf) => Omit<Identity, 'entry'>;

const didit: OpenIdentity = ({ isProviderSandbox, ...given }, secretOf) => {
  const environment = isProviderSandbox ? 'sandbox' : 'live';
  const { name, clock } = given;
  return {
    kyc: createDiditKyc({ ...given, url: given.url ?? DIDIT_URL, apiKey: secretOf('apiKey'), environment }),
    source: diditSource(name, { secrets: list(secretOf('callbackSecrets')), environment, clock }),
  };
};

const sumsub: OpenIdentity = ({ isProviderSandbox, ...given }, secretOf) => {
  const [appToken, secretKey] = [secretOf('appToken'), secretOf('secretKey')];
  if (appToken.startsWith(SANDBOX_TOKEN) !== isProviderSandbox)
    throw new Error(`PROVIDERS_FILE: ${given.name}: the token and the entry are of different environments`);
  return {
    kyc: createSumsubKyc({ ...given, url: given.url ?? SUMSUB_URL, appToken, secretKey }),
    source: sumsubSource(given.name, list(secretOf('callbackSecrets'))),
  };
};

const brasilApi: OpenIdentity = ({ url, ...given }) => ({
  registry: createBrasilApi({ ...given, url: url ?? BRASIL_API_URL }),
});

const serpro: OpenIdentity = ({ url, ...given }, secretOf) => {
  const secrets = { consumerKey: secretOf('consumerKey'), consumerSecret: secretOf('consumerSecret') };
  return { registry: createSerproRegistry({ ...given, ...secrets, url: url ?? SERPRO_URL }) };
};

/** A new KYC provider, or registry of documents, is a folder and a line here. */
const IDENTITIES: Partial<Readonly<Record<ProviderEntry['adapter'], OpenIdentity>>> = {
  ...{ didit, sumsub, serpro, 'brasil-api': brasilApi },
};

const NO_FLOWS: IdentityFlows = { flows: {}, returnUrl: null };

/** Providers of identity of the file. Throws an operator's message where a secret is missing. */
export const identitiesIn = (given: ProvidersGiven): readonly Identity[] =>
  given.providers.flatMap((entry) => {
    const open = IDENTITIES[entry.adapter];
    if (open === undefined) return [];
    const { url, isProviderSandbox, identity = NO_FLOWS } = entry;
    const options = { ...clientOptionsOf(given, entry), ...identity, url, isProviderSandbox };
    return [{ entry, ...open(options, secretsOf(given, entry)) }];
  });

const given = <Kept>(kept: Kept | undefined): readonly Kept[] => (kept === undefined ? [] : [kept]);

export const identitySources = (identities: readonly Identity[]): readonly CallbackSource[] =>
  identities.flatMap(({ source }) => given(source));

export const kycPorts = (
  config: Config,
  sandbox: Pick<Sandbox, 'kyc' | 'registry'>,
  identities: readonly Identity[],
): Pick<ServicePorts, 'kycProviders' | 'documentRegistries' | 'lookupsPerDay'> => {
  const registries = identities.flatMap(({ registry }) => given(registry));
  return {
    kycProviders: kycProvidersOf([sandbox.kyc, ...identities.flatMap(({ kyc }) => given(kyc))], systemClock),
    documentRegistries: documentRegistriesOf([sandbox.registry, ...registries], systemClock),
    lookupsPerDay: config.KYC_LOOKUPS_PER_DAY,
  };
};
