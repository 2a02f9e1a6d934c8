import type { DocumentRegistry } from '../../../commands/ports/providers/document-registry';
import { systemClock } from '../../../infra/clock';
import { BRASIL_API_URL, createBrasilApi } from '../../../infra/providers/brasil-api/registry';
import type { Reads } from '../../../infra/providers/http/reads';
import { documentRegistriesOf, kycProvidersOf } from '../../../infra/providers/providers';
import type { Sandbox } from '../../../infra/providers/sandbox/sandbox';
import type { Config } from '../../config';
import type { ServicePorts } from '../../service-ports';
import type { ProviderEntry } from './prices/providers-file';

const registriesOf = (providers: readonly ProviderEntry[], reads: Reads): readonly DocumentRegistry[] =>
  providers
    .filter(({ adapter }) => adapter === 'brasil-api')
    .map(({ name, url }) => createBrasilApi({ name, url: url ?? BRASIL_API_URL, reads, clock: systemClock }));

/** A new KYC provider, or registry of documents, is a folder and a line here. */
export const kycPorts = (
  config: Config,
  { kyc, registry }: Pick<Sandbox, 'kyc' | 'registry'>,
  { providers, reads }: { readonly providers: readonly ProviderEntry[]; readonly reads: Reads },
): Pick<ServicePorts, 'kycProviders' | 'documentRegistries' | 'lookupsPerDay'> => ({
  kycProviders: kycProvidersOf([kyc], systemClock),
  documentRegistries: documentRegistriesOf([registry, ...registriesOf(providers, reads)], systemClock),
  lookupsPerDay: config.KYC_LOOKUPS_PER_DAY,
});
