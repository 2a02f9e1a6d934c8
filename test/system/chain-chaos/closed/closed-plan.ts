import type { Kill } from '../../chaos/timeline';
import { createRandom, type Random } from '../../fuzz/requests/random';
import {
  AFTER_WINDOW_MS,
  type Dust,
  drawPayments,
  PATIENT_SECONDS,
  type PlannedPayment,
  type PlanOptions,
} from '../plan';
import type { ClosedNetwork } from './closed-network';

/** For a while an endpoint is wrong in one way. */
export interface FaultSpell {
  readonly endpoint: number;
  readonly fault: string;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface ClosedPlan {
  readonly seed: number;
  readonly windowSeconds: number;
  readonly graceSeconds: number;
  readonly stormMs: number;
  readonly payments: readonly PlannedPayment[];
  readonly spells: readonly FaultSpell[];
  readonly kills: readonly Kill[];
  readonly dusts: readonly Dust[];
  /** When every endpoint forgets what a killed service has not read; null in nearly every seed. */
  readonly forgetAtMs: number | null;
}

export type ClosedPlanOptions = Omit<PlanOptions, 'like' | 'openingMs'> & { readonly mostDust?: number };

const OPENED_PER_SECOND = 4;
const WINDOW_SECONDS = 25;
const MOST_DUST = 1_500;
const MOST_CALM_MS = 2_000;
const LEAST_SPELL_MS = 500;
const MOST_SPELL_MS = 4_000;
const FORGETS = 0.1;
const WITHHOLDS = 0.1;
/** Two second readings, each a minute after its blocks. */
const WITHHELD_SECONDS = 240;
const WITHHELD_MS = 55_000;
const FORGOTTEN_REST_MS = 4_000;

/** Faults of an endpoint, in their order. */
const drawSpells = (random: Random, endpoint: number, faults: readonly string[], stormMs: number) => {
  const spells: FaultSpell[] = [];
  for (let toMs = 0; toMs < stormMs; ) {
    const fromMs = toMs + random.below(MOST_CALM_MS);
    toMs = fromMs + LEAST_SPELL_MS + random.below(MOST_SPELL_MS);
    spells.push({ endpoint, fault: random.pick(faults), fromMs, toMs });
  }
  return spells;
};

/** An endpoint that leaves payments out: only the second reading, by the other one, can show them. */
const withheld = (plan: ClosedPlan): ClosedPlan => {
  const windowMs = WITHHELD_SECONDS * 1_000;
  return {
    ...plan,
    ...{ windowSeconds: WITHHELD_SECONDS, stormMs: plan.stormMs - plan.windowSeconds * 1_000 + windowMs },
    payments: plan.payments.map((one) => ({ ...one, payAtShare: one.payAtShare / 5 })),
    spells: [{ endpoint: 0, fault: 'empty', fromMs: 0, toMs: WITHHELD_MS }],
    ...{ kills: [], forgetAtMs: null },
  };
};

/** Everything that is decided by chance beforehand: the same seed is the same plan. */
export const planClosed = (options: ClosedPlanOptions, { faults, lies }: ClosedNetwork): ClosedPlan => {
  const { seed, intents, calm = false, windowSeconds = WINDOW_SECONDS, mostDust = MOST_DUST } = options;
  const random = createRandom(seed);
  const openingMs = Math.ceil((intents / OPENED_PER_SECOND) * 1_000);
  const stormMs = openingMs + windowSeconds * 1_000 + AFTER_WINDOW_MS;
  const payments = drawPayments(random, intents, openingMs);
  const none = { spells: [], kills: [], dusts: [], forgetAtMs: null };
  const shared = { seed, windowSeconds, graceSeconds: PATIENT_SECONDS, stormMs, payments, ...none };
  if (calm) return shared;
  const liar = random.below(2);
  const [honest, lying] = [faults, [...faults, ...lies, ...lies]];
  const moments = (least: number, most: number): readonly number[] =>
    Array.from({ length: least + random.below(most) }, () => random.below(stormMs)).sort((one, other) => one - other);
  const plan = {
    ...shared,
    spells: [0, 1].flatMap((endpoint) => drawSpells(random, endpoint, endpoint === liar ? lying : honest, stormMs)),
    kills: moments(1, 3).map((atMs) => ({ atMs, restMs: random.below(3_000) })),
    dusts: moments(1, 2).map((atMs) => ({ atMs, transfers: 20 + random.below(mostDust - 20) })),
  };
  if (random.chance(WITHHOLDS)) return withheld(plan);
  if (!random.chance(FORGETS)) return plan;
  const forgetAtMs = Math.floor(stormMs * 0.7);
  return { ...plan, forgetAtMs, kills: [{ atMs: forgetAtMs, restMs: FORGOTTEN_REST_MS }] };
};
