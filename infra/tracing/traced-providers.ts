import type { ChargeProvider } from '../../commands/ports/providers/charge-provider';
import type { CryptoDelivery } from '../../commands/ports/providers/crypto-delivery';
import type { PayoutProvider } from '../../commands/ports/providers/payout-provider';
import type { Provider, Providers } from '../../commands/ports/providers/providers';
import type { Result } from '../../commands/ports/providers/result';
import type { Tracing } from './tracing';

type Call = (...words: never[]) => Promise<Result<unknown>>;

/** Each call of a port, and the name of its span. */
type SpanNames<One> = {
  readonly [Key in keyof One as One[Key] extends Call ? Key : never]: string;
};

/** Traces provider calls: provider, operation and outcome, no personal data. */
const tracedBy =
  <One extends Provider>(names: SpanNames<One>) =>
  <Kind>(providers: Providers<Kind, One>, tracing: Tracing): Providers<Kind, One> => {
    if (tracing.request === null) return providers;
    const kept = new Map<One, One>();
    const tracedOnce = (provider: One | null): One | null => {
      if (provider === null) return null;
      const traced = kept.get(provider) ?? { ...provider, ...tracedCalls(provider, names, tracing) };
      kept.set(provider, traced);
      return traced;
    };
    return {
      choose: (...asked) => tracedOnce(providers.choose(...asked)),
      named: (name, mode) => tracedOnce(providers.named(name, mode)),
    };
  };

const tracedCalls = (provider: Provider, names: Readonly<Record<string, string>>, { span }: Tracing): object => {
  const facts = { 'lastro.provider': provider.name, 'lastro.mode': provider.mode };
  const factsOf = (result: Result<unknown>) => ({ 'lastro.outcome': result.ok ? 'OK' : result.kind });
  const calls = provider as unknown as Readonly<Record<string, Call>>;
  const traced = ([key, name]: readonly [string, string]) => [
    key,
    (...words: never[]) => span({ name: `provider ${name}`, facts, factsOf }, async () => calls[key]!(...words)),
  ];
  return Object.fromEntries(Object.entries(names).map(traced)) as object;
};

export const tracedProviders = tracedBy<PayoutProvider>({
  resolveBrCode: 'resolveBrCode',
  resolveKey: 'resolveKey',
  resolveBoleto: 'resolveBoleto',
  resolveGiftCard: 'resolveGiftCard',
  create: 'create',
  get: 'get',
  list: 'list',
});

export const tracedCharges = tracedBy<ChargeProvider>({
  create: 'createCharge',
  get: 'getCharge',
  cancel: 'cancelCharge',
  refund: 'refund',
  getRefund: 'getRefund',
  listCredits: 'listCredits',
});

export const tracedDeliveries = tracedBy<CryptoDelivery>({
  checkDestination: 'checkDestination',
  prepare: 'prepareDelivery',
  broadcast: 'broadcastDelivery',
  get: 'getDelivery',
  available: 'availableForDelivery',
});
