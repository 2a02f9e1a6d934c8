import type { Kill } from '../chaos/timeline';
import { createRandom, type Random } from '../fuzz/requests/random';
import { type Likeness, PROFILES, type Profile } from './node/profiles';
import { drawOverload, drawWeights, NO_FAULTS, type Weights } from './node/weights';

/** Ways to pay, or not to pay. The expected outcome comes from the chain in the end, not from this word. */
const PAYMENT_KINDS = [
  'honest',
  'late',
  'underpaid',
  'overpaid',
  'twice',
  'wrong-memo',
  'no-memo',
  'two-memos',
  'router',
  'wrong-token',
  'other-asset',
  'foreign-chain',
  'nothing',
] as const;

export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export interface PlannedPayment {
  /** Which account pays. */
  readonly number: number;
  readonly kind: PaymentKind;
  readonly asset: 'coin' | 'token';
  readonly user: number;
  readonly payoutCents: bigint;
  /** When its intent is asked for, from the beginning of the storm. */
  readonly openAtMs: number;
  /** The share of the intent's window after which it is paid. */
  readonly payAtShare: number;
}

/** For a while an endpoint is all wrong. */
export interface Spell {
  readonly endpoint: number;
  readonly what: 'foreign' | 'away' | 'no-final' | 'no-batches';
  readonly fromMs: number;
  readonly toMs: number;
}

/** Blocks that are replaced by empty ones. */
export interface Fork {
  readonly atMs: number;
  readonly depth: number;
}

/** A block full of one-wei transfers; `memo` carries the memo of an intent. */
export interface Dust {
  readonly atMs: number;
  readonly transfers: number;
}

export interface Plan {
  readonly seed: number;
  readonly profile: Profile;
  readonly windowSeconds: number;
  /** How long expiry waits for a network that says nothing. */
  readonly graceSeconds: number;
  readonly stormMs: number;
  readonly payments: readonly PlannedPayment[];
  /** By endpoint. */
  readonly weights: readonly Weights[];
  readonly spells: readonly Spell[];
  readonly forks: readonly Fork[];
  readonly kills: readonly Kill[];
  readonly dusts: readonly Dust[];
  /** Tokens that arrive without a transaction, on chains that have such. */
  readonly systemTransfersAtMs: readonly number[];
  /** When the final head begins to catch up; before, it stays far behind. */
  readonly catchUpAtMs: number;
  /** When history that was final changes; null in nearly every seed. */
  readonly finalChangeAtMs: number | null;
}

export interface PlanOptions {
  readonly seed: number;
  readonly intents: number;
  readonly like?: Likeness;
  /** Without faults other than those of payers: shows that this program itself is right. */
  readonly calm?: boolean;
  readonly windowSeconds?: number;
  /** How long intents are opened, evenly; four a second otherwise. */
  readonly openingMs?: number;
}

export const USERS = 4;
const ENDPOINTS = 2;
const HONEST_SHARE = 0.55;
const OPENED_PER_SECOND = 4;
const WINDOW_SECONDS = 25;
/** Beyond the window of the last intent: late payers wait for that. */
export const AFTER_WINDOW_MS = 6_000;
const FINAL_CHANGES = 0.08;
/** Longer than any storm: an expiry must come from the reading of the chain, not from its absence. */
export const PATIENT_SECONDS = 7_200;
const HASTY_SECONDS = 10;
const HASTY = 0.25;
const MISROUTED = 0.15;
const THEMES = 1_000_000;

/** Everything that is decided by chance beforehand: the same seed is the same plan. */
export const planOf = (options: PlanOptions): Plan => {
  const { seed, intents, like = 'plain', calm = false, windowSeconds = WINDOW_SECONDS } = options;
  const random = createRandom(seed);
  const profile: Profile = PROFILES[like];
  const openingMs = options.openingMs ?? Math.ceil((intents / OPENED_PER_SECOND) * 1_000);
  const stormMs = openingMs + windowSeconds * 1_000 + AFTER_WINDOW_MS;
  const payments = drawPayments(random, intents, openingMs);
  const moments = (most: number): readonly number[] =>
    Array.from({ length: random.below(most + 1) }, () => random.below(stormMs)).sort((one, other) => one - other);
  const liar = random.below(ENDPOINTS);
  const weights = Array.from({ length: ENDPOINTS }, (_, endpoint) =>
    drawWeights(random, endpoint === liar, profile.finalLag),
  );
  const faults = {
    weights,
    spells: drawSpells(random, stormMs),
    forks:
      profile.finalLag > 2 ? moments(6).map((atMs) => ({ atMs, depth: 1 + random.below(profile.finalLag - 2) })) : [],
    kills: moments(3).map((atMs) => ({ atMs, restMs: random.below(3_000) })),
    dusts: moments(3).map((atMs) => ({ atMs, transfers: 20 + random.below(150) })),
    systemTransfersAtMs: profile.hasSystemTransfers ? [...moments(4), Math.floor(stormMs / 2)] : [],
    finalChangeAtMs: drawFinalChange(random, profile, stormMs),
  };
  const shared = { seed, profile, windowSeconds, stormMs, payments, catchUpAtMs: Math.floor(stormMs / 2) };
  if (calm) return { ...shared, ...CALM };
  const drawn: Plan = { ...shared, graceSeconds: PATIENT_SECONDS, ...faults };
  return { ...drawn, ...drawTheme(drawn) };
};

/** The theme of some seeds, drawn apart so that everything else in the plan stays the same. */
const drawTheme = (plan: Plan): Partial<Plan> => {
  const random = createRandom(plan.seed + THEMES);
  if (random.chance(HASTY)) return hasteOf(random);
  return random.chance(MISROUTED) ? misroutingOf(plan) : {};
};

/**
 * Intents expire soon on a silent network. No process is killed and no endpoint is away for long, so every payment in
 * time is observed before the expiry. The payment is not judged by then, and must still hold the expiry.
 */
const hasteOf = (random: Random): Partial<Plan> => ({
  weights: Array.from({ length: ENDPOINTS }, () => drawOverload(random)),
  ...{ spells: [], kills: [], graceSeconds: HASTY_SECONDS },
});

/** Without a single error in between all endpoints are another chain for a while, and many pay on that one. */
const misroutingOf = ({ payments, stormMs }: Plan): Partial<Plan> => ({
  weights: CALM.weights,
  spells: Array.from({ length: ENDPOINTS }, (_, endpoint) => ({
    ...{ endpoint, what: 'foreign' as const },
    fromMs: Math.floor(stormMs * 0.2),
    toMs: Math.floor(stormMs * 0.8),
  })),
  payments: payments.map((payment) => (payment.number % 3 === 0 ? { ...payment, kind: 'foreign-chain' } : payment)),
  ...{ forks: [], kills: [], finalChangeAtMs: null },
});

/** Only where finality is near enough to be overtaken. */
const drawFinalChange = (random: Random, { finalLag, farFinalLag }: Profile, stormMs: number): number | null =>
  random.chance(FINAL_CHANGES) && finalLag === farFinalLag ? Math.floor(stormMs * 0.7) : null;

const CALM = {
  graceSeconds: PATIENT_SECONDS,
  weights: Array.from({ length: ENDPOINTS }, () => NO_FAULTS),
  ...{ spells: [], forks: [], kills: [], dusts: [], systemTransfersAtMs: [], finalChangeAtMs: null },
};

export const drawPayments = (random: Random, intents: number, openingMs: number): readonly PlannedPayment[] =>
  Array.from({ length: intents }, (_, number) => ({
    number,
    kind: random.chance(HONEST_SHARE) ? 'honest' : random.pick(PAYMENT_KINDS),
    asset: random.pick(['coin', 'token'] as const),
    user: random.below(USERS),
    payoutCents: BigInt(1_000 + random.below(20_000)),
    openAtMs: Math.floor((openingMs * number) / intents),
    payAtShare: random.below(70) / 100,
  }));

const SPELLS = ['foreign', 'away', 'no-final', 'no-batches'] as const;

/** Some of them at both endpoints at once. */
const drawSpells = (random: Random, stormMs: number): readonly Spell[] =>
  Array.from({ length: random.below(7) }, () => {
    const fromMs = random.below(stormMs);
    const toMs = Math.min(stormMs, fromMs + 2_000 + random.below(8_000));
    const what = random.pick(SPELLS);
    const all = random.chance(0.3);
    const one = random.below(ENDPOINTS);
    const endpoints = all ? Array.from({ length: ENDPOINTS }, (_, index) => index) : [one];
    return endpoints.map((endpoint) => ({ endpoint, what, fromMs, toMs }));
  }).flat();
