import type { Movement } from '../../../aggregates/chain';
import type { Reactions } from '../../../commands/reactions';
import { createWatchMemory } from '../../../commands/watching/create-memory';
import { watchNetwork } from '../../../commands/watching/watch-network';
import { createQuery } from '../../../infra/postgres/query';
import { dueWork } from '../../../read-models/due/due-work';
import { listOpenDeposits, movementOf } from '../../../read-models/matching/deposits';
import { isWorkHeldByStore } from '../../../src/bin/stores/store-away';
import { duePayloads } from '../../../src/reads/due-payloads';
import { memoryWatchStore } from '../../doubles/memory-watch-store';
import { NO_DEBITS } from '../../doubles/no-debits';
import { scriptedChain } from '../../doubles/scripted-chain';
import type { HttpWorld } from '../world';

const ROUNDS = 12;
/** Longer than the sandbox bank takes to settle. */
const ROUND_MS = 3_000;

const now = ({ clock }: HttpWorld): string => clock.iso();

/** Does what is due, as the workers would, until nothing is. */
export const workOff = async (world: HttpWorld, roundMs = ROUND_MS): Promise<void> => {
  const due = dueWork({ graceSeconds: {}, ceilingSeconds: 86_400 });
  for (let round = 0; round < ROUNDS; round += 1) {
    await world.project();
    const asked = (Object.keys(due) as (keyof Reactions)[]).map(async (kind) => {
      const { text, values } = due[kind](now(world));
      const { rows } = await world.pool.query<{ payload: unknown }>(text, [...values]);
      return { kind, rows };
    });
    for (const { kind, rows } of await Promise.all(asked)) {
      const react = world.service.reactions[kind] as (work: unknown) => Promise<unknown>;
      const payloadOf = duePayloads[kind] as (item: unknown) => unknown;
      for (const { payload } of rows) await react(payloadOf(payload));
    }
    world.clock.advance(roundMs);
  }
  await world.project();
};

/** As the watcher writes down that its look succeeded. */
const lookedAt = async (world: HttpWorld): Promise<void> => {
  await world.pool.query(
    `INSERT INTO lastro.watch_cursors (network, block_number, block_hash, final_number, looked_at)
       VALUES ('ethereum', 1, '0xb1', 1, $1) ON CONFLICT (network) DO UPDATE SET looked_at = $1`,
    [now(world)],
  );
};

/** A final transfer on the network, seen by its watcher, and everything that follows from it. */
export const payOnChain = async (world: HttpWorld, transfer: Partial<Movement>): Promise<void> => {
  const { eventStore, clock, pool } = world;
  const query = createQuery(pool);
  const chain = scriptedChain(() => now(world));
  chain.mine(transfer);
  chain.finalise(1);
  const { store } = memoryWatchStore();
  const look = watchNetwork({
    ...{ eventStore, clock, store, reader: chain.reader, mode: 'sandbox', memory: createWatchMemory() },
    openMovements: async ({ upToHeight, ...wanted }) => {
      const upToBlock = upToHeight.toString();
      return (await listOpenDeposits(query, { ...wanted, network: 'ethereum', upToBlock })).map(movementOf);
    },
    finalDeposits: async () => [],
    debits: NO_DEBITS,
    coinSeen: async () => null,
    watermarkMatters: async () => false,
    untilApplied: async () => true,
    isSentByUs: async () => false,
    isHeldByStore: isWorkHeldByStore,
    alert: (what) => {
      throw new Error(what);
    },
  });
  await look();
  await world.project();
  const { failure, troubles } = await look();
  if (failure !== null || troubles.length > 0) throw new Error([failure, ...troubles].join('; '));
  await lookedAt(world);
  await workOff(world);
};
