import type { Mode } from '../../aggregates/partner/events';
import type { Clock } from '../../commands/ports/clock';
import type { Payout, PayoutProvider, PayoutProviders } from '../../commands/ports/payout-provider';
import type { CallContext, Failure, Result } from '../../commands/ports/result';
import { withinDeadline } from './deadline';
import { failure } from './failures';
import { SANDBOX_ID_PREFIX } from './sandbox/payouts/payout-timeline';

const notConfigured = (name: string, mode: Mode): Failure =>
  failure(name, 'NOT_CONFIGURED', 'OTHER', `No payout provider is configured for ${mode} credentials`);

const isOurs = (mode: Mode, { providerId }: Payout): boolean =>
  providerId.startsWith(SANDBOX_ID_PREFIX) === (mode === 'sandbox');

/** An id of the other mode is a protocol breach: the payout may have happened. */
const checked = <Value>(
  provider: PayoutProvider,
  result: Result<Value>,
  payouts: (value: Value) => readonly Payout[],
) =>
  !result.ok || payouts(result.value).every((payout) => isOurs(provider.mode, payout))
    ? result
    : failure(
        provider.name,
        'UNKNOWN',
        'PROTOCOL',
        `A ${provider.mode} provider answered with an id of the other mode`,
      );

/** Added to the deadline, which adapters enforce themselves: a faulty one must not hold a worker for ever. */
const LATE_MS = 1_000;

/**
 * A provider serves its own mode only: live refuses ids beginning with `sbx_`, sandbox all others (design: providers,
 * rule 11; security). A late read is UNAVAILABLE, a late order UNKNOWN.
 */
export const guardProvider = (provider: PayoutProvider, clock: Clock): PayoutProvider => {
  const { name, mode } = provider;
  const guarded =
    (kind: 'UNKNOWN' | 'UNAVAILABLE') =>
    <Value>(context: CallContext, work: () => Promise<Result<Value>>): Promise<Result<Value>> => {
      if (context.mode !== mode) return Promise.resolve(notConfigured(name, context.mode));
      const atMs = Math.max(context.deadlineMs, clock.now()) + LATE_MS;
      return withinDeadline({ atMs, clock, work, otherwise: (why) => failure(name, kind, 'TIMEOUT', why) });
    };
  const [reads, orders] = [guarded('UNAVAILABLE'), guarded('UNKNOWN')];
  const one = (payout: Payout): readonly Payout[] => [payout];
  return {
    ...provider,
    resolveBrCode: (context, brCode) => reads(context, () => provider.resolveBrCode(context, brCode)),
    resolveKey: (context, key) => reads(context, () => provider.resolveKey(context, key)),
    resolveBoleto: (context, barcode) => reads(context, () => provider.resolveBoleto(context, barcode)),
    resolveGiftCard: (context, code) => reads(context, () => provider.resolveGiftCard(context, code)),
    create: (context, request) =>
      orders(context, async () => checked(provider, await provider.create(context, request), one)),
    get: (context, key) => reads(context, async () => checked(provider, await provider.get(context, key), one)),
    list: (context, from, to) =>
      reads(context, async () => checked(provider, await provider.list(context, from, to), (payouts) => payouts)),
  };
};

const NOBODY = 'none';

/** In order of preference. Throws when two of one mode share a name, which would make events ambiguous. */
export const payoutProvidersOf = (providers: readonly PayoutProvider[], clock: Clock): PayoutProviders => {
  const guarded = providers.map((provider) => guardProvider(provider, clock));
  const names = providers.map(({ name, mode }) => `${name} (${mode})`);
  const twice = names.find((name, index) => names.indexOf(name) !== index || name.startsWith(`${NOBODY} (`));
  if (twice !== undefined) throw new Error(`The name of a payout provider is taken: ${twice}`);
  return {
    choose: (mode, kind) => guarded.find((provider) => provider.mode === mode && provider.kinds.includes(kind)) ?? null,
    named: (name, mode) => guarded.find((provider) => provider.mode === mode && provider.name === name) ?? null,
  };
};
