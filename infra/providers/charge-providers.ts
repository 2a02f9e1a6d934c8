import type { Clock } from '../../commands/ports/clock';
import type {
  Charge,
  ChargeKind,
  ChargeProvider,
  ChargeProviders,
} from '../../commands/ports/providers/charge-provider';
import { guardsOf, ofOwnMode } from './guarding';
import { inOrder } from './providers';

const idsOf = ({ providerId, payments }: Charge): readonly string[] => [
  providerId,
  ...payments.map(({ endToEndId }) => endToEndId),
];

const guardCharges = (provider: ChargeProvider, clock: Clock): ChargeProvider => {
  const { reads, orders } = guardsOf(provider, clock);
  return {
    ...provider,
    create: (context, request) =>
      orders(context, async () => ofOwnMode(provider, await provider.create(context, request), idsOf)),
    get: (context, key) => reads(context, async () => ofOwnMode(provider, await provider.get(context, key), idsOf)),
    cancel: (context, key) =>
      reads(context, async () => ofOwnMode(provider, await provider.cancel(context, key), idsOf)),
    refund: (context, request) => orders(context, () => provider.refund(context, request)),
    getRefund: (context, key) => reads(context, () => provider.getRefund(context, key)),
    listCredits: (context, from, to) =>
      reads(context, async () =>
        ofOwnMode(provider, await provider.listCredits(context, from, to), (credits) =>
          credits.map(({ endToEndId }) => endToEndId),
        ),
      ),
  };
};

/** In order of preference: the first that serves a mode and a kind is chosen, once, when the intent is created. */
export const chargeProvidersOf = (providers: readonly ChargeProvider[], clock: Clock): ChargeProviders =>
  inOrder(
    'charge provider',
    providers.map((provider) => guardCharges(provider, clock)),
    ({ kinds }, kind: ChargeKind) => kinds.includes(kind),
  );
