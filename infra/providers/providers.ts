import type { Clock } from '../../commands/ports/clock';
import type { ChargeKind, ChargeProvider } from '../../commands/ports/providers/charge-provider';
import type { CryptoDelivery, DeliveredAsset } from '../../commands/ports/providers/crypto-delivery';
import type { DocumentRegistries, DocumentRegistry } from '../../commands/ports/providers/document-registry';
import type { KycProvider } from '../../commands/ports/providers/kyc-provider';
import type { PayoutChoice, PayoutProvider } from '../../commands/ports/providers/payout-provider';
import { mayServe, type PeggedRedemption } from '../../commands/ports/providers/pegged-redemption';
import type { Provider, Providers } from '../../commands/ports/providers/providers';
import { guardedBy } from './guarding';

const NOBODY = 'none';

/** In order of preference. Throws when two providers of one mode share a name, because events would be ambiguous. */
const offered =
  <Kind, One extends Provider>(
    what: string,
    guard: (provider: One, clock: Clock) => One,
    serves: (provider: One, kind: Kind) => boolean,
  ) =>
  (given: readonly One[], clock: Clock): Providers<Kind, One> => {
    const names = given.map(({ name, mode }) => `${name} (${mode})`);
    const twice = names.find((name, index) => names.indexOf(name) !== index || name.startsWith(`${NOBODY} (`));
    if (twice !== undefined) throw new Error(`Two ${what}s have the same name: ${twice}`);
    const providers = given.map((provider) => guard(provider, clock));
    return {
      choose: (mode, kind, isFit = () => true) =>
        providers.find((each) => each.mode === mode && serves(each, kind) && isFit(each)) ?? null,
      named: (name, mode) => providers.find((each) => each.mode === mode && each.name === name) ?? null,
    };
  };

/** Most open orders of one process at its banks. */
export const PAYOUTS_AT_ONCE = 8;

export const guardProvider = guardedBy<PayoutProvider>(
  {
    ...{ resolveBrCode: 'QUESTION', resolveKey: 'QUESTION', resolveBoleto: 'QUESTION', resolveGiftCard: 'QUESTION' },
    ...{ create: 'ORDER', get: 'QUESTION', list: 'QUESTION' },
  },
  ['providerId'],
);

export const payoutProvidersOf = offered(
  'payout provider',
  guardProvider,
  ({ kinds, sells }, { kind, soldBy }: PayoutChoice) =>
    kinds.includes(kind) && (soldBy === undefined || soldBy === sells),
);

export const chargeProvidersOf = offered(
  'charge provider',
  guardedBy<ChargeProvider>(
    {
      ...{ create: 'ORDER', get: 'QUESTION', cancel: 'QUESTION', refund: 'ORDER', getRefund: 'QUESTION' },
      listCredits: 'QUESTION',
    },
    ['providerId', 'endToEndId'],
  ),
  ({ kinds }, kind: ChargeKind) => kinds.includes(kind),
);

export const cryptoDeliveriesOf = offered(
  'delivery provider',
  guardedBy<CryptoDelivery>(
    {
      ...{ checkDestination: 'QUESTION', prepare: 'QUESTION', broadcast: 'ORDER', get: 'QUESTION' },
      available: 'QUESTION',
    },
    ['providerId'],
  ),
  (provider, asset: DeliveredAsset) => provider.serves(asset),
);

export const peggedRedemptionsOf = offered(
  'redemption',
  guardedBy<PeggedRedemption>({ readBalance: 'QUESTION', prepare: 'QUESTION', redeem: 'ORDER', get: 'QUESTION' }, []),
  (redemption, partnerId: string | null) => mayServe(redemption, partnerId),
);

export const kycProvidersOf = offered(
  'KYC provider',
  guardedBy<KycProvider>(
    {
      ...{ start: 'ORDER', get: 'QUESTION', reopen: 'QUESTION', find: 'QUESTION', erase: 'QUESTION' },
      health: 'QUESTION',
    },
    ['providerSessionId'],
  ),
  ({ personTypes }, personType: KycProvider['personTypes'][number]) => personTypes.includes(personType),
);

export const documentRegistriesOf: (given: readonly DocumentRegistry[], clock: Clock) => DocumentRegistries = offered(
  'registry',
  guardedBy<DocumentRegistry>({ lookUp: 'QUESTION' }, []),
  (registry, document: Parameters<DocumentRegistry['supports']>[0]) => registry.supports(document),
);
