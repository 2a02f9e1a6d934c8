import { randomUUID } from 'node:crypto';
import type { Mode } from '../../../../aggregates/partner/events';
import type { Clock } from '../../../../commands/ports/clock';
import type { CallContext, FailureCode, FailureKind, Result } from '../../../../commands/ports/providers/result';
import { assertContains } from './assertions';
import { type Cases, type Closable, describeInScenes, type Opened } from './cases';

/** The clock of the adapter, and of its test server. */
export interface ManualClock extends Clock {
  readonly advance: (ms: number) => void;
}

export interface ProviderTraits {
  /** Without NATIVE an adapter is never given a key again, and the tests of repeated keys are skipped. */
  readonly idempotency: 'NATIVE' | 'LOOKUP_ONLY';
  /** DAY: the provider knows the day of an order, and no time. INSTANT unless given. */
  readonly window?: 'INSTANT' | 'DAY';
  /** ACCOUNT: the provider does not distinguish the keys of two partners. PARTNER unless given. */
  readonly books?: 'PARTNER' | 'ACCOUNT';
}

/** Prepares the test server for its next call. */
export type Arm<World> = (world: World) => Promise<void> | void;

export interface ProviderContract<World> extends ProviderTraits, Opened<World> {}

/** Declares the cases of a provider. Those that need a trait or a fault that is absent are skipped. */
export const describeProvider = <World extends Closable, Scene>(
  title: string,
  contract: ProviderContract<World> & { readonly faults: object },
  cases: Cases<Scene>,
  sceneOf: (world: World) => Scene,
): void => {
  const { idempotency, window = 'INSTANT', books = 'PARTNER', faults } = contract;
  describeInScenes(title, contract, { cases, sceneOf, there: [idempotency, window, books, ...Object.keys(faults)] });
};

/** A key that no other test uses. */
export const freshKey = (): string => randomUUID();

export const mustSucceed = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(`${result.kind} ${result.code}: ${result.message}`);
  return result.value;
};

export const assertFails = (result: Result<unknown>, kind: FailureKind, code?: FailureCode): void =>
  assertContains(result, { ok: false, kind, ...(code === undefined ? {} : { code }) });

export const inMs = (clock: Clock, ms: number): string => new Date(clock.now() + ms).toISOString();

export const contextOf = (mode: Mode, clock: Clock, partnerId: string): CallContext => ({
  ...{ requestId: 'request-1', partnerId, mode, deadlineMs: clock.now() + 10_000 },
});

export type Window = readonly [from: string, to: string];

const DAY_MS = 86_400_000;

/** A window of time in which the work happens, and a later one. */
export const windowsAround = async (
  clock: ManualClock,
  window: ProviderTraits['window'],
  work: () => Promise<unknown>,
): Promise<{ readonly inside: Window; readonly after: Window }> => {
  const from = clock.iso();
  await work();
  if (window === 'DAY') {
    return { inside: daysFrom(clock, -1, 1), after: daysFrom(clock, 2, 3) };
  }
  clock.advance(1);
  const to = clock.iso();
  clock.advance(1);
  return { inside: [from, to], after: [to, clock.iso()] };
};

export const daysFrom = (clock: Clock, first: number, last: number): Window => [
  inMs(clock, first * DAY_MS),
  inMs(clock, last * DAY_MS),
];
