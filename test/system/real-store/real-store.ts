import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type ChaosReport, runChaos } from '../chain-chaos/chain-chaos';
import type { Sea } from '../chain-chaos/storm';
import { type ContractRun, runContract } from './contract-run';
import { type FaultPlan, planFaults } from './faults';
import { openForeigners } from './foreigners';
import { countConnections } from './measuring/connections';
import { readyAfterMs, watchReadiness } from './measuring/readiness';
import { settleAppends } from './measuring/settle-appends';
import { firstAfterSilence, silencesMs } from './measuring/silence';
import { startWriters, type Writers } from './measuring/writers';
import { type Meddled, meddle } from './meddled';
import { type Cluster, startCluster } from './nodes/cluster';
import { backUp } from './nodes/copies';
import { type OlderCopy, restoreOlder } from './older-copy';
import type { RealStoreOptions } from './options';
import { type PlayedFault, playFault } from './play-faults';
import { findFirstFault } from './store-check';
import type { Measured } from './table';
import { moveThereAndBack } from './there-and-back';

export interface RealStoreRun extends RealStoreOptions {
  /** Where nodes keep what is theirs. */
  readonly folder: string;
  readonly say: (line: string) => void;
  /** Rejects when somebody wants it to end early. */
  readonly stopped: Promise<never>;
}

export interface RealStoreReport {
  readonly version: string;
  readonly measured: Measured;
  /** Of payments, rows and the bank's books. */
  readonly settled: ChaosReport;
  readonly contract: ContractRun;
}

const PAYMENTS_PER_MINUTE = 40;
/** A provider that did not answer is asked again after 5 minutes at last. */
const QUIET_TIMEOUT_MS = 480_000;
/** After the last fault; then a process has one connection again. */
const CALM_MS = 30_000;
/** What is shorter is no outage, but how writers write. */
const OUTAGE_MS = 500;
const PAID_ONCE = 'each honest payment in time is paid once';
const PAID_TWICE = 'nothing is paid twice';

type Half = Omit<
  Measured,
  'contract' | 'nodes' | 'paymentsLost' | 'paymentsTwice' | 'meddled' | 'olderCopy' | 'thereAndBack'
>;

/** Runs the contract suite on nodes of its own, and the service on others, with faults. Ends all that it has started. */
export const runRealStore = async (run: RealStoreRun): Promise<RealStoreReport> => {
  const { contract, version } = await onCluster(run, 'contract', async (cluster) => {
    run.say(`EventStoreDB ${cluster.version}, ${run.nodes} nodes, as a user in one group`);
    return { contract: await runContract(cluster.url), version: cluster.version };
  });
  run.say(`contract suite: ${contract.passed} of ${contract.total}`);
  const thereAndBack = await onCluster(run, 'moving', (cluster) => moveThereAndBack(cluster.url, run.say));
  return onCluster(run, 'service', async (cluster) => {
    const { settled, half } = await ridePayments(cluster, run);
    const objectionsTo = (name: string): number =>
      settled.checks.find((check) => check.name === name)?.objections.length ?? 0;
    const payments = { paymentsLost: objectionsTo(PAID_ONCE), paymentsTwice: objectionsTo(PAID_TWICE) };
    return { version, settled, contract, measured: { ...half, ...payments, contract, thereAndBack, nodes: run.nodes } };
  });
};

const onCluster = async <Value>(
  { binary, nodes, folder, stopped }: RealStoreRun,
  name: string,
  work: (cluster: Cluster) => Promise<Value>,
): Promise<Value> => {
  const cluster = await startCluster(binary, nodes, `${folder}/${name}`);
  try {
    return await Promise.race([work(cluster), stopped]);
  } finally {
    await cluster.stop();
  }
};

const ridePayments = async (cluster: Cluster, run: RealStoreRun) => {
  const plan = planFaults(run);
  const { seed, say, stopped } = run;
  const copy = path.join(run.folder, 'copy');
  const intents = Math.round((plan.openingMs / 60_000) * PAYMENTS_PER_MINUTE);
  const halves: Half[] = [];
  const ends: { readonly meddled: Meddled; readonly olderCopy: OlderCopy }[] = [];
  const settled = await runChaos({
    ...{ seed, intents, calm: true, openingMs: plan.openingMs, quietTimeoutMs: QUIET_TIMEOUT_MS, say, stopped },
    variables: { EVENTSTORE_URL: cluster.url },
    beside: async (sea) => {
      halves.push(await measureFaults({ cluster, sea, plan, say }));
      await backUp(await cluster.leader(), copy);
    },
    afterwards: async (sea, environment) => {
      const meddled = await meddle(cluster, sea, environment);
      ends.push({ meddled, olderCopy: await restoreOlder(cluster, sea, copy) });
    },
  });
  const [half, end] = [halves[0], ends[0]];
  if (half === undefined || end === undefined) throw new Error('nothing was measured');
  return { settled, half: { ...half, ...end } };
};

interface Storm {
  readonly cluster: Cluster;
  readonly sea: Sea;
  readonly plan: FaultPlan;
  readonly say: (line: string) => void;
}

const measureFaults = async ({ cluster, sea, plan, say }: Storm): Promise<Half> => {
  const checkFault = await findFirstFault(await sea.service.stores());
  if (checkFault !== null) say(`ledger store check: ${checkFault}`);
  const writers = startWriters(cluster.url);
  const readiness = watchReadiness(sea.service.url);
  try {
    const played = await playAll({ cluster, sea, plan, say });
    await pause(CALM_MS);
    const connections = countConnections((await sea.service.stores()).pid, cluster.ports);
    await Promise.all([writers.stop(), readiness.stop()]);
    const settled = settleAppends(writers.acknowledged, await writers.stored());
    const outages = played.flatMap(({ atMs: fromMs }) => {
      const answeredAtMs = firstAfterSilence(writers.acknowledgedAtMs, fromMs, OUTAGE_MS);
      return answeredAtMs === null ? [] : [{ fromMs, answeredAtMs }];
    });
    return {
      checkFault,
      ...{ acknowledged: writers.acknowledged.length, ...settled, connections },
      ...{ reads: writers.reads(), staleReads: writers.staleReads(), answers500: countAnswers500(sea) },
      ...silencesOf(played, writers, say),
      readyAfterMs: readyAfterMs(readiness.looks, outages),
    };
  } finally {
    await Promise.all([writers.close(), readiness.stop()]);
  }
};

/** One after the other; foreigners use the same store all along. */
const playAll = async ({ cluster, plan, say }: Storm): Promise<readonly PlayedFault[]> => {
  const startMs = Date.now();
  const foreigners = openForeigners(cluster.adminUrl);
  const played: PlayedFault[] = [];
  try {
    await foreigners.trade();
    await foreigners.tidyUp();
    for (const fault of plan.faults) {
      await pause(Math.max(0, startMs + fault.atMs - Date.now()));
      const one = await playFault(cluster, fault);
      say(`  ${fault.kind}, ${((one.undoneAtMs - one.atMs) / 1_000).toFixed(1)} s`);
      played.push(one);
      await foreigners.trade().catch(() => undefined);
    }
  } finally {
    await foreigners.close();
  }
  return played;
};

const silencesOf = (played: readonly PlayedFault[], { acknowledgedAtMs }: Writers, say: Storm['say']) => {
  const faultsAtMs = played.map(({ atMs }) => atMs);
  const all = silencesMs(acknowledgedAtMs, faultsAtMs, Date.now());
  const silences = played.map(({ kind, atMs }, index) => ({ kind, atMs, silenceMs: all[index]! }));
  for (const { kind, atMs, silenceMs } of silences) {
    say(`  ${new Date(atMs).toISOString()} ${kind}: nobody could write for ${(silenceMs / 1_000).toFixed(1)} s`);
  }
  const of = (isKill: boolean): readonly number[] =>
    silences.filter(({ kind }) => (kind === 'kill') === isKill).map(({ silenceMs }) => silenceMs);
  return { silenceAfterKillsMs: of(true), silenceAfterOthersMs: of(false) };
};

const countAnswers500 = ({ partner }: Sea): number =>
  [...partner.refusals].reduce((sum, [refusal, count]) => sum + (refusal.endsWith(' 500') ? count : 0), 0);
