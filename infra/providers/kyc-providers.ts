import type { Clock } from '../../commands/ports/clock';
import type { DocumentRegistries, DocumentRegistry } from '../../commands/ports/kyc/document-registry';
import type { KycAnswer, KycProvider, KycProviders } from '../../commands/ports/kyc/kyc-provider';
import type { Result } from '../../commands/ports/result';
import { guardsOf, ofOwnMode } from './guarding';
import { inOrder } from './providers';

const idOf = ({ providerSessionId }: KycAnswer): readonly string[] => [providerSessionId];

export const guardKycProvider = (provider: KycProvider, clock: Clock): KycProvider => {
  const { reads, orders } = guardsOf(provider, clock);
  const one = (result: Result<KycAnswer>) => ofOwnMode(provider, result, idOf);
  return {
    ...provider,
    start: (context, request) => orders(context, async () => one(await provider.start(context, request))),
    get: (context, id) => reads(context, async () => one(await provider.get(context, id))),
    reopen: (context, id) => reads(context, async () => one(await provider.reopen(context, id))),
    find: (context, ref) =>
      reads(context, async () =>
        ofOwnMode(provider, await provider.find(context, ref), (answers) => answers.flatMap(idOf)),
      ),
    erase: (context, ref) => reads(context, () => provider.erase(context, ref)),
    health: (context) => reads(context, () => provider.health(context)),
  };
};

/** In order of preference. */
export const kycProvidersOf = (providers: readonly KycProvider[], clock: Clock): KycProviders =>
  inOrder(
    'KYC provider',
    providers.map((provider) => guardKycProvider(provider, clock)),
    ({ personTypes }, personType: Parameters<KycProviders['choose']>[1]) => personTypes.includes(personType),
  );

/** In order of preference. */
export const documentRegistriesOf = (registries: readonly DocumentRegistry[], clock: Clock): DocumentRegistries => {
  const guarded = registries.map((registry): DocumentRegistry => {
    const { reads } = guardsOf(registry, clock);
    return {
      ...registry,
      lookUp: (context, document) => reads(context, () => registry.lookUp(context, document)),
    };
  });
  return {
    choose: (mode, document) =>
      guarded.find((registry) => registry.mode === mode && registry.supports(document)) ?? null,
  };
};
