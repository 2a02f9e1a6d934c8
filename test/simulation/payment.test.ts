import { reconciliation } from '../../projections/reconciliation';
import { payouts } from '../../read-models/payouts';
import { reconciliationIntents } from '../../read-models/reconciliation-intents';
import { checkExpiries } from './expiry-invariants';
import {
  checkBank,
  checkDeposits,
  checkLog,
  checkOrders,
  checkPaths,
  checkRest,
  checkRows,
  streamsOf,
} from './invariants';
import { buy, look, mine, react, takeCallbacks } from './life';
import { createWorld, type World } from './world';

const FIRST_SEED = Number(process.env['SIMULATION_SEED'] ?? 1);
const SEEDS = process.env['SIMULATION_SEED'] === undefined ? 200 : 1;
const TICKS = 60;
const MOST_INTENTS = 5;

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

const tick = async (world: World, payer: Payer, leases: Map<string, number>): Promise<void> => {
  const { random, clock } = world;
  clock.advance(random.pick([0, 200, 1_000, 5_000, 40_000]));
  if (random.chance(70)) await world.project(1 + random.upTo(20));
  readIntents(world, payer);
  if (random.chance(40)) mine(world, payer.unpaid);
  if (random.chance(40)) await look(world);
  if (random.chance(70)) await react(world, leases);
  if (random.chance(30)) await takeCallbacks(world);
};

/** A person decides what the bank has been waiting with. */
const decideWaiting = async (world: World): Promise<void> => {
  for (const { provider_key: idempotencyKey, status } of world.payoutRows().all(payouts)) {
    if (status === 'REJECTED' || status === 'SETTLED' || !world.random.chance(50)) continue;
    const decision = world.random.pick([{ kind: 'SETTLE' }, { kind: 'REJECT', code: 'OTHER' }] as const);
    await world.bank.controls.decidePayout({ partnerId: 'p1', idempotencyKey }, decision);
  }
};

/** Nothing goes wrong any more: two hours and a half in which everything must come to rest. */
const comeToRest = async (world: World, payer: Payer, leases: Map<string, number>): Promise<void> => {
  world.heal();
  const settle = async (advanceMs: number): Promise<void> => {
    world.clock.advance(advanceMs);
    await world.project(10_000);
    world.chain.mine();
    world.chain.finalise(world.chain.newestNumber());
    await look(world);
    await world.project(10_000);
    await react(world, leases);
    await takeCallbacks(world);
  };
  payer.unpaid.splice(0);
  for (let round = 0; round < 20; round += 1) await settle(30_000);
  await decideWaiting(world);
  const wakingRound = world.random.upTo(10);
  for (let round = 0; round < 30; round += 1) {
    await settle(300_000);
    if (round === wakingRound) await world.pauses.wakeAll();
  }
  await world.project(10_000);
};

const live = async (seed: number): Promise<World> => {
  const world = await createWorld(seed);
  const payer: Payer = { unpaid: [], seen: new Set() };
  const leases = new Map<string, number>();
  for (let now = 0; now < TICKS; now += 1) {
    if (now % 6 === 0 && now / 6 < MOST_INTENTS) await buy(world, now);
    await tick(world, payer, leases);
  }
  const midway = await streamsOf(world);
  checkPaths(midway);
  checkDeposits(midway);
  await comeToRest(world, payer, leases);
  return world;
};

const check = async (world: World): Promise<void> => {
  const streams = await streamsOf(world);
  checkLog(streams);
  checkPaths(streams);
  checkDeposits(streams);
  checkExpiries(streams);
  await checkBank(world, streams);
  await checkOrders(world, streams);
  checkRest(world, streams);
  checkRows(world, streams);
};

/** Usage: `SIMULATION_SEED=17 npx jest test/simulation` lives one life again. */
test(`${SEEDS} lives of a payment service, with everything going wrong that can`, async () => {
  const ends = new Map<string, number>();
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    const world = await live(seed).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
    });
    await check(world).catch((error: unknown) => {
      throw new Error(`seed ${seed}: ${String(error)}`, { cause: error });
    });
    for (const { type } of (await streamsOf(world)).log) ends.set(type, (ends.get(type) ?? 0) + 1);
  }
  if (SEEDS === 1) return;
  const reached = [
    'CashoutCompleted',
    'CashoutFailed',
    'CashoutExpired',
    'PayoutOutcomeUnknown',
    'PayoutReturned',
    'DepositUnmatched',
    'DepositReverted',
  ];
  for (const type of reached) expect([type, (ends.get(type) ?? 0) > 0]).toEqual([type, true]);
});

test('a seed is a life: lived again it is the same', async () => {
  const types = async (seed: number) => (await streamsOf(await live(seed))).log.map(({ type }) => type);
  for (const seed of [3, 11]) expect(await types(seed)).toEqual(await types(seed));
});
