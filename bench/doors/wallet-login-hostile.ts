import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'undici';
import { startLocalChain } from '../../infra/chains/local/local-chain';
import { ask } from '../../test/system/chain-chaos/node/json-rpc';
import type { Bench, Figure } from '../figures';
import { alternate, percentile } from '../support/alternate';
import { type BenchService, startService } from '../support/service';
import { onSite, type Site } from '../support/site';
import { quietLogger } from '../support/stores';

const PROBES_PER_SECOND = 50;
const LOGINS_PER_MINUTE = 100;
const ADDRESSES = 10;
/** `return(0, 3,900,000)`: PUSH3 3900000, PUSH1 0, RETURN. Seven bytes that answer 3.9 MB to every call. */
const HOSTILE_CODE = '0x623b82606000f3';
const SIGNATURE = `0x${'11'.repeat(65)}`;
const NETWORK = 'ethereum';
const MINUTE_MS = 60_000;

/** Time of the liveness answer while ten contract wallets answer megabytes, against the time without log-ins. */
export const benchHostileLogin = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { hostileWindowMs, repeats } = bench.scale;
    const service = await startVictim(site);
    const latencyMs = async (): Promise<number> => percentile(await probe(service, hostileWindowMs), 0.99);
    const figure = await alternate(bench, {
      ...{ name: 'wallet-login-hostile', unit: 'ms', rounds: repeats, baseline: latencyMs },
      measured: async () => {
        const [during, answers] = await Promise.all([latencyMs(), logInHostilely(service, hostileWindowMs)]);
        bench.say(`    ${[...answers].map(([status, count]) => `${count} x ${status}`).join(', ')}`);
        return during;
      },
    });
    return [figure];
  });

const startVictim = async (site: Site): Promise<BenchService> => {
  const chain = await startLocalChain({ blockTimeSeconds: 1, slotsInAnEpoch: 1, chainId: 1, logger: quietLogger });
  site.onLeave(chain.stop);
  for (let number = 0; number < ADDRESSES; number += 1)
    await ask(chain.url, 'anvil_setCode', [contractOf(number), HOSTILE_CODE]);
  // The probes have no rate limit; the limits of the log-in are the defaults.
  const environment = { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMITS: JSON.stringify({ ip: 0 }) };
  return startService(site, { rpcUrl: chain.url, environment });
};

const contractOf = (number: number): string => `0x${(0xbad0_0000 + number).toString(16).padStart(40, '0')}`;

/** Milliseconds of each probe; the next one does not wait for an answer that is late. */
const probe = async ({ url }: BenchService, windowMs: number): Promise<readonly number[]> => {
  const client = new Client(url, { pipelining: 1 });
  const elapsedMs: number[] = [];
  const startedMs = performance.now();
  const sent: Promise<void>[] = [];
  try {
    for (let index = 0; index < (windowMs / 1_000) * PROBES_PER_SECOND; index += 1) {
      const dueMs = startedMs + (index * 1_000) / PROBES_PER_SECOND;
      await pause(Math.max(0, dueMs - performance.now()));
      sent.push(probeOnce(client, dueMs).then((latencyMs) => void elapsedMs.push(latencyMs)));
    }
    await Promise.all(sent);
  } finally {
    await client.close();
  }
  return elapsedMs;
};

/** Counted from when it was due, so that nothing is left out when everything waits. */
const probeOnce = async (client: Client, dueMs: number): Promise<number> => {
  const { statusCode, body } = await client.request({ method: 'GET', path: '/health/live' });
  await body.dump();
  if (statusCode !== 200) throw new Error(`/health/live answers ${statusCode}`);
  return performance.now() - dueMs;
};

/** Log-ins by ten addresses in turn; answers how often each status came. */
const logInHostilely = async ({ url }: BenchService, windowMs: number): Promise<ReadonlyMap<number, number>> => {
  const statuses = new Map<number, number>();
  const startedMs = performance.now();
  const sent: Promise<void>[] = [];
  for (let index = 0; index < (windowMs / MINUTE_MS) * LOGINS_PER_MINUTE; index += 1) {
    await pause(Math.max(0, startedMs + (index * MINUTE_MS) / LOGINS_PER_MINUTE - performance.now()));
    const logIn = async (): Promise<void> => {
      const status = await logInOnce(url, index % ADDRESSES);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    sent.push(logIn());
  }
  await Promise.all(sent);
  return statuses;
};

const logInOnce = async (url: string, number: number): Promise<number> => {
  const wallet = { address: contractOf(number), blockchain: NETWORK };
  const challenged = await post(`${url}/api/auth/challenge`, number, wallet);
  if (challenged !== 200) return challenged;
  return post(`${url}/api/auth/verify`, number, { ...wallet, signature: SIGNATURE });
};

const post = async (url: string, number: number, body: object): Promise<number> => {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${number + 1}` };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  return response.status;
};
