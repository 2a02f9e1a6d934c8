import { Client } from 'pg';
import { superuserUrlOf } from '../../test/stores/postgres-cluster';
import { against, type Bench, type Figure } from '../figures';
import { appendAll } from '../seeds/ledger';
import type { Filling } from '../seeds/list-rows';
import { percentile } from './alternate';
import { type Ask, openAsker } from './asker';
import { fillTable, mustHaveRoom } from './fill-table';
import { ledger } from './partner';
import type { ServiceOptions } from './service';
import type { Site } from './site';
import { completedIntents } from './stored-log';
import { openWorld, type World } from './world';

/** A service with payments, and an operator of it who may do everything. */
export interface Ops extends World {
  readonly operatorKey: string;
  readonly ask: Ask;
  /** The superuser's connection. */
  readonly database: Client;
  readonly fill: (fillings: readonly Filling[]) => Promise<void>;
}

export interface OpsOptions extends ServiceOptions {
  /** 1 when absent. */
  readonly users?: number;
}

const BYTES_PER_PAYMENT = 4_000;
/** Settings of this session only. */
const SESSION = `SET maintenance_work_mem = '256MB'; SET max_parallel_maintenance_workers = 0; SET jit = off`;

export const openOps = async (bench: Bench, site: Site, payments: number, options: OpsOptions = {}): Promise<Ops> => {
  const { users = 1, ...ofService } = options;
  const world = await openWorld(site, users, ofService);
  const { url, databaseUrl } = world.service;
  bench.say(`  making ${payments} payments through the log`);
  await appendAll(world.eventStore, completedIntents(payments, world.userIds[0]));
  await world.untilAtRest();
  const { operatorKey } = await ledger<{ operatorKey: string }>(site, ['operator', 'add', 'bench', '--role', 'admin']);
  const database = new Client({ connectionString: superuserUrlOf(site.dataDir, databaseUrl) });
  await database.connect();
  site.onLeave(() => database.end());
  await database.query(SESSION);
  const fill = async (fillings: readonly Filling[]): Promise<void> => {
    await mustHaveRoom(site.dataDir, bench.scale.console.payments * BYTES_PER_PAYMENT);
    for (const filling of fillings) {
      const startedMs = performance.now();
      await fillTable(database, filling);
      bench.say(`    ${filling.table}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
    }
    await database.query('CHECKPOINT');
  };
  return { ...world, operatorKey, ask: openAsker(site, url)(operatorKey), database, fill };
};

/** Paths of one kind of question, in turn. */
export interface Question {
  readonly name: string;
  readonly path: (sample: number) => string;
}

export interface Latency {
  /** The 95th of a hundred answers to all questions, in milliseconds. */
  readonly all: number;
  /** The same of each question, the slowest first. */
  readonly each: readonly { readonly name: string; readonly ms: number }[];
}

export const latencyOf = async (ask: Ask, questions: readonly Question[], samples: number): Promise<Latency> => {
  const asked: { readonly name: string; readonly elapsedMs: readonly number[] }[] = [];
  for (const { name, path } of questions) {
    const elapsedMs: number[] = [];
    for (let sample = 0; sample < samples; sample += 1) elapsedMs.push(await ask(path(sample)));
    asked.push({ name, elapsedMs });
  }
  const each = asked.map(({ name, elapsedMs }) => ({ name, ms: percentile(elapsedMs, 0.95) }));
  const all = percentile(
    asked.flatMap(({ elapsedMs }) => elapsedMs),
    0.95,
  );
  return { all, each: each.sort((left, right) => right.ms - left.ms) };
};

const SHOWN = 8;

/** All questions against the same in another state, and the question that is the slowest now. */
export const comparedOf = ({ say }: Bench, name: string, now: Latency, before: Latency): readonly Figure[] => {
  for (const { name: question, ms } of now.each.slice(0, SHOWN)) say(`    ${question}: ${ms.toFixed(1)} ms`);
  const [slowest = { name: '', ms: Number.NaN }] = now.each;
  const baseline = before.each.find((each) => each.name === slowest.name)?.ms ?? Number.NaN;
  return [
    against(name, 'ms p95', now.all, before.all),
    against(`${name}-slowest`, `ms p95 ${slowest.name}`, slowest.ms, baseline),
  ];
};
