import type { Clock } from '../../commands/ports/clock';
import type { Payout, PayoutMethod, PayoutProvider, PayoutProviders } from '../../commands/ports/payout-provider';
import type { Provider, Providers } from '../../commands/ports/providers/providers';
import { guardsOf, ofOwnMode } from './guarding';

const idOf = ({ providerId }: Payout): readonly string[] => [providerId];

export const guardProvider = (provider: PayoutProvider, clock: Clock): PayoutProvider => {
  const { reads, orders } = guardsOf(provider, clock);
  return {
    ...provider,
    resolveBrCode: (context, brCode) => reads(context, () => provider.resolveBrCode(context, brCode)),
    resolveKey: (context, key) => reads(context, () => provider.resolveKey(context, key)),
    resolveBoleto: (context, barcode) => reads(context, () => provider.resolveBoleto(context, barcode)),
    resolveGiftCard: (context, code) => reads(context, () => provider.resolveGiftCard(context, code)),
    create: (context, request) =>
      orders(context, async () => ofOwnMode(provider, await provider.create(context, request), idOf)),
    get: (context, key) => reads(context, async () => ofOwnMode(provider, await provider.get(context, key), idOf)),
    list: (context, from, to) =>
      reads(context, async () =>
        ofOwnMode(provider, await provider.list(context, from, to), (payouts) => payouts.flatMap(idOf)),
      ),
  };
};

const NOBODY = 'none';

/** In order of preference. Throws when two of one mode share a name, which would make events ambiguous. */
export const inOrder = <Kind, One extends Provider>(
  what: string,
  providers: readonly One[],
  serves: (provider: One, kind: Kind) => boolean,
): Providers<Kind, One> => {
  const names = providers.map(({ name, mode }) => `${name} (${mode})`);
  const twice = names.find((name, index) => names.indexOf(name) !== index || name.startsWith(`${NOBODY} (`));
  if (twice !== undefined) throw new Error(`The name of a ${what} is taken: ${twice}`);
  return {
    choose: (mode, kind) => providers.find((each) => each.mode === mode && serves(each, kind)) ?? null,
    named: (name, mode) => providers.find((each) => each.mode === mode && each.name === name) ?? null,
  };
};

/** Orders that one process has with its banks. */
export const PAYOUTS_AT_ONCE = 8;

export const payoutProvidersOf = (providers: readonly PayoutProvider[], clock: Clock): PayoutProviders =>
  inOrder(
    'payout provider',
    providers.map((provider) => guardProvider(provider, clock)),
    ({ kinds }, kind: PayoutMethod['kind']) => kinds.includes(kind),
  );
