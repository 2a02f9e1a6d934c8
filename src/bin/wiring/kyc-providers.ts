import { systemClock } from '../../../infra/clock';
import { documentRegistriesOf, kycProvidersOf } from '../../../infra/providers/providers';
import type { Sandbox } from '../../../infra/providers/sandbox/sandbox';
import type { Config } from '../../config';
import type { ServicePorts } from '../../service-ports';

/** A new KYC provider, or registry of documents, is a folder and a line here. */
export const kycPorts = (
  config: Config,
  { kyc, registry }: Pick<Sandbox, 'kyc' | 'registry'>,
): Pick<ServicePorts, 'kycProviders' | 'documentRegistries' | 'lookupsPerDay'> => ({
  kycProviders: kycProvidersOf([kyc], systemClock),
  documentRegistries: documentRegistriesOf([registry], systemClock),
  lookupsPerDay: config.KYC_LOOKUPS_PER_DAY,
});
