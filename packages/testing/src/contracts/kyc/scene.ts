import type { KycAnswer, KycProvider, StartKyc } from '../../../../../commands/ports/providers/kyc-provider';
import type { CallContext } from '../../../../../commands/ports/providers/result';
import type { Opened } from '../cases';
import { type Arm, contextOf, freshKey, type ManualClock, mustSucceed } from '../providers';

/** The adapter before a test server. */
export interface KycUnderTest {
  readonly provider: KycProvider;
  readonly clock: ManualClock;
  readonly close?: () => Promise<void>;
}

/** Outcomes and faults that a test can arm at the test server. The tests of an absent one are skipped. */
export interface KycFaults<World> {
  /** The next session is approved once it settles, with the data that its person declared. */
  readonly approve?: Arm<World>;
  /** The next session is rejected once it settles. */
  readonly reject?: Arm<World>;
  /** People review the next session once it settles. */
  readonly review?: Arm<World>;
  /** The next session expires once it settles. */
  readonly expire?: Arm<World>;
  /** The person has completed each session that was started, or has left it. */
  readonly settle?: Arm<World>;
  /** The provider starts the next session, and its answer is lost. */
  readonly loseAnswer?: Arm<World>;
  /** The provider does not answer the next question. */
  readonly unavailable?: Arm<World>;
  /** The next answer names a status that no document lists. */
  readonly unlistedStatus?: Arm<World>;
}

export interface KycContract<World extends KycUnderTest> extends Opened<World> {
  readonly faults: KycFaults<World>;
  /** ACCOUNT: the provider does not distinguish the sessions of two partners. PARTNER unless given. */
  readonly books?: 'PARTNER' | 'ACCOUNT';
  /** BY_PERSON: only a person can erase at the provider. BY_CALL unless given. */
  readonly erasure?: 'BY_CALL' | 'BY_PERSON';
}

export const PERSON = {
  personType: 'PF',
  document: '40442820135',
  birthDate: '1970-11-14',
  owners: [],
  profile: { fullName: 'Fulana de Tal', email: 'fulana@example.com', country: 'BR' },
} as const;

export const COMPANY = {
  personType: 'PJ',
  document: '12ABC34501DE35',
  birthDate: null,
  owners: [],
  profile: { businessName: 'Empresa Teste SA' },
} as const;

export interface Scene extends KycUnderTest {
  readonly arm: (fault: keyof KycFaults<never>) => Promise<void>;
  readonly context: (partnerId?: string) => CallContext;
  readonly request: () => StartKyc;
  readonly started: () => Promise<KycAnswer & Pick<StartKyc, 'ref'>>;
  /** A session that has settled with an outcome. */
  readonly settled: (outcome: 'approve' | 'reject' | 'review' | 'expire') => Promise<KycAnswer>;
  readonly get: (providerSessionId: string) => Promise<KycAnswer>;
}

export const sceneOf = <World extends KycUnderTest>(world: World, { faults }: KycContract<World>): Scene => {
  const { provider, clock } = world;
  const arm: Scene['arm'] = async (fault) => faults[fault]?.(world);
  const context = (partnerId = 'partner-1') => contextOf(provider.mode, clock, partnerId);
  const request = (): StartKyc => ({ ref: freshKey(), declared: PERSON });
  const started = async () => {
    const asked = request();
    return { ...mustSucceed(await provider.start(context(), asked)), ref: asked.ref };
  };
  const get: Scene['get'] = async (id) => mustSucceed(await provider.get(context(), id));
  const settled: Scene['settled'] = async (outcome) => {
    await arm(outcome);
    const { providerSessionId } = await started();
    await arm('settle');
    return get(providerSessionId);
  };
  return { ...world, arm, context, request, started, settled, get };
};
