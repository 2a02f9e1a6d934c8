import type { Fault } from '../../providers/bank-server';
import type { Kill } from '../chaos/timeline';
import { createRandom, type Random } from '../fuzz/requests/random';
import type { Kind, Player } from './players/player';
import type { PlayerName } from './players/players';

export interface PlannedPayout {
  readonly number: number;
  readonly provider: PlayerName;
  readonly kind: Kind;
  readonly cents: bigint;
  /** When its quote is asked for, from the beginning of the storm. */
  readonly openAtMs: number;
  /** How often the provider calls when the money has moved. */
  readonly callbacks: number;
}

export interface PlannedFault {
  readonly atMs: number;
  readonly provider: PlayerName;
  readonly fault: Fault;
  /** Begin of the requests that it hits; empty: of any. */
  readonly begin: string;
  readonly times: number;
}

/** The account is empty. */
export interface EmptySpell {
  readonly provider: PlayerName;
  readonly fromMs: number;
  readonly toMs: number;
}

export interface Plan {
  readonly seed: number;
  readonly stormMs: number;
  readonly payouts: readonly PlannedPayout[];
  readonly faults: readonly PlannedFault[];
  readonly spells: readonly EmptySpell[];
  readonly kills: readonly Kill[];
}

export interface PlanOptions {
  readonly seed: number;
  readonly payouts: number;
  /** The methods that each provider pays; all of its own when null. */
  readonly providers: Partial<Readonly<Record<PlayerName, readonly Kind[] | null>>>;
  /** Without the faults that a payout needs minutes to get over. */
  readonly isShort?: boolean;
}

/** After each of these a payout goes on within seconds. */
const QUICK_FAULTS = [
  'RESET_BEFORE',
  'RESET_AFTER',
  'FAIL_AFTER',
  'BROKEN',
  'UNKNOWN_STATUS',
  'UNKNOWN_FIELD',
] as const;
const FAULTS = [...QUICK_FAULTS, 'FAIL_BEFORE', 'DRIP', 'HTML', 'DEEP', 'RATE_LIMITED', 'EXPIRED_TOKEN'] as const;

const OPENED_PER_SECOND = 2;
/** Beyond the opening: payments become final, and the last payouts are sent. */
const AFTER_MS = 6_000;
const FAULTS_PER_PAYOUT = 0.5;

/** Everything that is decided by chance beforehand: the same seed is the same plan. */
export const planOf = (options: PlanOptions, players: ReadonlyMap<PlayerName, Player>): Plan => {
  const { seed, payouts, isShort = false } = options;
  const random = createRandom(seed);
  const openingMs = Math.ceil((payouts / OPENED_PER_SECOND) * 1_000);
  const stormMs = openingMs + AFTER_MS;
  const names = [...players.keys()];
  return {
    ...{ seed, stormMs },
    payouts: Array.from({ length: payouts }, (_, number) => drawPayout(random, options, players, number)),
    faults: Array.from({ length: Math.ceil(payouts * FAULTS_PER_PAYOUT) }, () =>
      drawFault(random, players, { stormMs, isShort }),
    ),
    spells: Array.from({ length: random.below(3) }, () => {
      const fromMs = random.below(stormMs);
      return { provider: random.pick(names), fromMs, toMs: Math.min(stormMs, fromMs + 1_000 + random.below(5_000)) };
    }),
    kills: killsOf(random, isShort ? 1 : 1 + random.below(3), stormMs),
  };
};

/** Money that moves at the same time as a kill is the point: they come while payouts are sent. */
const killsOf = (random: Random, count: number, stormMs: number): readonly Kill[] =>
  Array.from({ length: count }, (_, index) => ({
    atMs: Math.floor((stormMs * (index + 1)) / (count + 1)) + random.below(1_000),
    restMs: random.below(1_500),
  }));

const drawPayout = (
  random: Random,
  { providers }: PlanOptions,
  players: ReadonlyMap<PlayerName, Player>,
  number: number,
): PlannedPayout => {
  const [provider, player] = [...players][number % players.size]!;
  return {
    ...{ number, provider, kind: random.pick(providers[provider] ?? player.kinds) },
    // Each has an amount of its own: a boleto is known by it.
    cents: BigInt(1_000 + random.below(200) * 1_000 + number),
    openAtMs: Math.floor((number * 1_000) / OPENED_PER_SECOND),
    callbacks: random.below(3),
  };
};

const drawFault = (
  random: Random,
  players: ReadonlyMap<PlayerName, Player>,
  { stormMs, isShort }: { readonly stormMs: number; readonly isShort: boolean },
): PlannedFault => {
  const [provider, { begins }] = random.pick([...players]);
  return {
    ...{ atMs: random.below(stormMs), provider, fault: random.pick(isShort ? QUICK_FAULTS : FAULTS) },
    ...{ begin: random.pick([...begins, '']), times: 1 + random.below(2) },
  };
};
