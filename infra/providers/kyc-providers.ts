import type { Clock } from '../../commands/ports/clock';
import type { DocumentRegistries, DocumentRegistry } from '../../commands/ports/kyc/document-registry';
import type { KycAnswer, KycProvider, KycProviders } from '../../commands/ports/kyc/kyc-provider';
import type { CallContext, Result } from '../../commands/ports/result';
import { withinDeadline } from './deadline';
import { failure } from './failures';
import { SANDBOX_ID_PREFIX } from './sandbox/payouts/payout-timeline';

/** Added to the deadline, which adapters enforce themselves: a faulty one must not hold a caller for ever. */
const LATE_MS = 1_000;

type Named = Pick<KycProvider, 'name' | 'mode'>;

/** A provider serves its own mode only, in time; a late start is UNKNOWN, whatever else is late UNAVAILABLE. */
const guardOf =
  ({ name, mode }: Named, clock: Clock) =>
  (kind: 'UNKNOWN' | 'UNAVAILABLE') =>
  <Value>(context: CallContext, work: () => Promise<Result<Value>>): Promise<Result<Value>> => {
    if (context.mode !== mode) {
      return Promise.resolve(failure(name, 'NOT_CONFIGURED', 'OTHER', `${name} serves no ${context.mode} credentials`));
    }
    const atMs = Math.max(context.deadlineMs, clock.now()) + LATE_MS;
    return withinDeadline({ atMs, clock, work, otherwise: (why) => failure(name, kind, 'TIMEOUT', why) });
  };

/** An id of the other mode is a breach of protocol (design: providers, rule 11). */
const ofOwnMode = <Value>(
  { name, mode }: Named,
  result: Result<Value>,
  answersOf: (value: Value) => readonly KycAnswer[],
): Result<Value> => {
  const isOurs = ({ providerSessionId }: KycAnswer): boolean =>
    providerSessionId.startsWith(SANDBOX_ID_PREFIX) === (mode === 'sandbox');
  if (!result.ok || answersOf(result.value).every(isOurs)) return result;
  return failure(name, 'UNKNOWN', 'PROTOCOL', `A ${mode} provider answered with an id of the other mode`);
};

export const guardKycProvider = (provider: KycProvider, clock: Clock): KycProvider => {
  const guard = guardOf(provider, clock);
  const [reads, starts] = [guard('UNAVAILABLE'), guard('UNKNOWN')];
  const one = (result: Result<KycAnswer>) => ofOwnMode(provider, result, (answer) => [answer]);
  return {
    ...provider,
    start: (context, request) => starts(context, async () => one(await provider.start(context, request))),
    get: (context, id) => reads(context, async () => one(await provider.get(context, id))),
    reopen: (context, id) => reads(context, async () => one(await provider.reopen(context, id))),
    find: (context, ref) =>
      reads(context, async () => ofOwnMode(provider, await provider.find(context, ref), (answers) => answers)),
    erase: (context, ref) => reads(context, () => provider.erase(context, ref)),
    health: (context) => reads(context, () => provider.health(context)),
  };
};

/** In order of preference. */
export const kycProvidersOf = (providers: readonly KycProvider[], clock: Clock): KycProviders => {
  const guarded = providers.map((provider) => guardKycProvider(provider, clock));
  return {
    choose: (mode, personType) =>
      guarded.find((provider) => provider.mode === mode && provider.personTypes.includes(personType)) ?? null,
    named: (name, mode) => guarded.find((provider) => provider.mode === mode && provider.name === name) ?? null,
  };
};

/** In order of preference. */
export const documentRegistriesOf = (registries: readonly DocumentRegistry[], clock: Clock): DocumentRegistries => {
  const guarded = registries.map((registry): DocumentRegistry => {
    const reads = guardOf(registry, clock)('UNAVAILABLE');
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
