import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { openFaultyServer, type ServedRequest } from '../../test/infra/chains/served/faulty-server';
import { superuserUrlOf } from '../../test/stores/postgres-cluster';
import type { Bench, Figure } from '../figures';
import { openIntentsOf } from '../seeds/list-rows';
import { median } from '../support/alternate';
import {
  CLOSED,
  type ClosedChain,
  type ClosedFamily,
  entryOf,
  environmentOf,
  startClosedChain,
} from '../support/closed-networks';
import { fillTable } from '../support/fill-table';
import { launchService } from '../support/service';
import { onSite, type Site } from '../support/site';

const POLL_INTERVAL_MS = 1_000;
/** Until the transactions of the chain are read. */
const SETTLING_MS = 15_000;

interface Asking {
  /** With which a look begins. */
  readonly head: string;
  /** Requests that an idle look may make for each account, receiver or block, which are not counted. */
  readonly each: (names: readonly ServedRequest[]) => number;
}

const rpcOf = ({ body }: ServedRequest) =>
  JSON.parse(body) as { readonly method: string; readonly params: readonly unknown[] };

const accountsOf = (requests: readonly ServedRequest[]): number => {
  const lists = requests.map(rpcOf).filter(({ method }) => method === 'getSignaturesForAddress');
  return new Set(lists.map(({ params }) => params[0])).size;
};

const ASKING: { readonly [Family in ClosedFamily]: Asking } = {
  solana: { head: 'getLatestBlockhash', each: accountsOf },
  stellar: { head: '/', each: () => 1 },
  tron: { head: '/walletsolidity/getnowblock', each: () => 2 },
  xrpl: { head: 'server_info', each: () => 1 },
};

const nameOf = (family: ClosedFamily, request: ServedRequest): string =>
  family === 'solana' || family === 'xrpl' ? rpcOf(request).method : request.path.replace(/\?.*/, '');

/** Requests of a look, beyond those for each account, receiver or block. */
const requestsOf = (family: ClosedFamily, requests: readonly ServedRequest[]): number => {
  const { head, each } = ASKING[family];
  const starts = requests.flatMap((request, index) => (nameOf(family, request) === head ? [index] : []));
  const looks = starts.slice(1).map((start, index) => start - starts[index]!);
  return median(looks) - each(requests);
};

interface Watched extends ClosedChain {
  readonly requests: ServedRequest[];
}

/** The chain behind an endpoint that counts. */
const startWatched = async (site: Site, family: ClosedFamily): Promise<Watched> => {
  const chain = await startClosedChain(site, family);
  const counted = await openFaultyServer(async ({ method, path, body }) => {
    const asked = { method, headers: { 'content-type': 'application/json' } };
    const answer = await fetch(`${chain.url}${path}`, method === 'GET' ? asked : { ...asked, body });
    return { status: answer.status, body: await answer.json() };
  });
  site.onLeave(counted.close);
  return { ...chain, url: counted.url, requests: counted.requests };
};

const passBlocks = async (chains: readonly Watched[], durationMs: number): Promise<void> => {
  for (let passedMs = 0; passedMs < durationMs; passedMs += POLL_INTERVAL_MS) {
    await Promise.all(chains.map(({ side }) => side.ask({ pass: true })));
    await pause(POLL_INTERVAL_MS);
  }
};

type Counts = { readonly [Family in ClosedFamily]: number };

const count = async ({ scale }: Bench, chains: readonly Watched[]): Promise<Counts> => {
  await passBlocks(chains, SETTLING_MS);
  for (const { requests } of chains) requests.length = 0;
  await passBlocks(chains, scale.idleMs);
  const counts = chains.map(({ family, requests }) => [family, requestsOf(family, requests)] as const);
  return Object.fromEntries(counts) as Counts;
};

/**
 * Requests of a look that finds one block without a transaction of ours, at the median, beyond one for each account
 * (Solana), receiver (Stellar, XRPL) or two for the block (Tron). Baseline: the same without an intent.
 */
export const benchIdleRequests = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const chains = await Promise.all(CLOSED.map((family) => startWatched(site, family)));
    const { databaseUrl } = await launchService(site, environmentOf(site, POLL_INTERVAL_MS, chains.map(entryOf)));
    const none = await count(bench, chains);
    const { openIntents } = bench.scale;
    bench.say(`  making ${openIntents} intents`);
    const client = new Client({ connectionString: superuserUrlOf(site.dataDir, databaseUrl) });
    await client.connect();
    await fillTable(client, { table: 'reconciliation_intents', rows: openIntentsOf(openIntents, CLOSED) });
    await client.end();
    const many = await count(bench, chains);
    return CLOSED.map((family) => ({
      ...{ name: `idle-requests-${family}`, unit: 'requests', value: many[family], baseline: none[family] },
      ratio: many[family] / none[family],
    }));
  });
