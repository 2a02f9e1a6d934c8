import { reconciliation } from '../../projections/reconciliation';
import { reconciliationIntents } from '../../read-models/matching/reconciliation-intents';
import { payouts } from '../../read-models/steps/payouts';
import { auditAtRest, auditMidway } from './audit/audit';
import { charge, decideDisputes, payCharges } from './world/cashins';
import { buy, look, mine } from './world/cashouts';
import { decidePayouts, holdPayouts, releasePayouts, resolveReturns } from './world/operators';
import { sendBack } from './world/payees';
import type { Plant } from './world/plant';
import { deliverWebhooks } from './world/receiver';
import { spendBeside, withdraw } from './world/withdrawals';
import { type Leases, react, takeCallbacks } from './world/work';
import { createWorld, type World } from './world/world';

const TICKS = 60;
const MOST_INTENTS = 5;
const MOST_WITHDRAWALS = 5;
const MOST_CASHINS = 5;

/** The first round at rest without resolutions: a later return stays open. */
const LAST_RESOLUTION = 15;

/** Time after the last dispatch of an order that no bank knows. */
const LONG_UNKNOWN_MS = 2 * 3_600_000;

/** Ticks between two payments of a kind. */
const EVERY = 6;

interface Payer {
  readonly unpaid: { readonly memo: string; readonly amountBaseUnits: string }[];
  readonly seen: Set<string>;
}

/** Users learn of an intent when it is in the list, and pay some time later. */
const readIntents = (world: World, { unpaid, seen }: Payer): void => {
  for (const intent of world.rowsOf(reconciliation).all(reconciliationIntents)) {
    if (seen.has(intent.memo)) continue;
    seen.add(intent.memo);
    unpaid.push({ memo: intent.memo, amountBaseUnits: intent.amount_base_units });
  }
};

const tick = async (world: World, payer: Payer, leases: Leases): Promise<void> => {
  const { random, clock } = world;
  clock.advance(random.pick([0, 200, 1_000, 5_000, 40_000]));
  if (random.chance(70)) await world.project(1 + random.upTo(20));
  readIntents(world, payer);
  if (random.chance(40)) mine(world, payer.unpaid);
  if (random.chance(40)) await look(world);
  spendBeside(world);
  payCharges(world);
  await sendBack(world);
  if (random.chance(70)) await react(world, leases);
  if (random.chance(20)) await holdPayouts(world);
  if (random.chance(20)) await resolveReturns(world);
  await releasePayouts(world, 10);
  if (random.chance(30)) await takeCallbacks(world);
  if (random.chance(30)) await deliverWebhooks(world);
};

/** An operator of the bank decides the payouts that wait there. */
const decideWaiting = async (world: World): Promise<void> => {
  for (const { provider_key: idempotencyKey, status } of world.payoutRows().all(payouts)) {
    if (status === 'REJECTED' || status === 'SETTLED' || !world.random.chance(50)) continue;
    const decision = world.random.pick([{ kind: 'SETTLE' }, { kind: 'REJECT', code: 'OTHER' }] as const);
    await world.bank.decide(idempotencyKey, decision);
  }
};

/** Five hours without faults, in which every payment must come to rest. */
const comeToRest = async (world: World, payer: Payer, leases: Leases): Promise<void> => {
  world.heal();
  const settle = async (advanceMs: number, isLast = false): Promise<void> => {
    world.clock.advance(advanceMs);
    await world.project(10_000);
    world.chain.mine();
    world.chain.finalise(world.chain.newestNumber());
    await look(world);
    await world.project(10_000);
    await releasePayouts(world, 100);
    if (!isLast) await resolveReturns(world);
    await react(world, leases);
    await takeCallbacks(world);
    await deliverWebhooks(world);
  };
  payer.unpaid.splice(0);
  for (let round = 0; round < 20; round += 1) {
    await sendBack(world);
    await settle(30_000);
  }
  await decideWaiting(world);
  decideDisputes(world);
  const wakingRound = world.random.upTo(10);
  for (let round = 0; round < 30; round += 1) {
    await settle(300_000, round >= LAST_RESOLUTION);
    if (round === wakingRound) await world.pauses.wakeAll();
  }
  world.clock.advance(LONG_UNKNOWN_MS);
  await decidePayouts(world);
  await settle(300_000, true);
  await settle(300_000, true);
  await world.project(10_000);
  await deliverWebhooks(world);
  await world.project(10_000);
};

/** A world with all faults, run until it is at rest, with the violations found midway. */
export const live = async (seed: number, plant: Plant | null = null) => {
  const world = await createWorld(seed, plant);
  const payer: Payer = { unpaid: [], seen: new Set() };
  const leases: Leases = new Map();
  for (let now = 0; now < TICKS; now += 1) {
    if (now % EVERY === 0 && now / EVERY < MOST_INTENTS) await buy(world, now);
    if (now % EVERY === 3 && now / EVERY < MOST_WITHDRAWALS) await withdraw(world, now);
    if (now % EVERY === 1 && now / EVERY < MOST_CASHINS) await charge(world, now);
    await tick(world, payer, leases);
  }
  const midway = await auditMidway(world);
  await comeToRest(world, payer, leases);
  return { world, midway };
};

export const seedsFrom = (first: number, last: number): readonly number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

export interface Life {
  readonly seed: number;
  /** In words, each with the stream that it is about. */
  readonly violations: readonly string[];
  readonly world: World;
  readonly payments: number;
}

/** A whole life and its audit. An unexpected error is a violation too. */
export const liveAndAudit = async (seed: number, plant: Plant | null = null): Promise<Life> => {
  const { world, midway } = await live(seed, plant);
  const { violations, payments } = await auditAtRest(world);
  return { seed, world, payments, violations: [...midway, ...world.pauses.failures, ...violations] };
};
