import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { NO_LIMITS } from '../../../doubles/limits';
import { type Exchanges, sourceEntries } from '../../../providers/exchanges';
import { RECEIVER } from '../../../stores/anvil';
import { registerApprovedUser } from './pay';
import { ask, type Environment, type RunningProcess, runProgram, startProgram } from './run-service';

export interface Live {
  readonly service: RunningProcess;
  /** The token of an approved user. */
  readonly token: string;
}

export interface Installed {
  readonly dataDir: string;
  /** Addresses of a node, and of the sources of prices. */
  readonly chainUrl: string;
  readonly exchangesUrl: string;
  /** Besides the network's own settings. */
  readonly network?: object;
  readonly providers: readonly object[];
}

/** Writes the files of a live service beside its data. Returns its variables. */
export const installLive = ({ dataDir, chainUrl, exchangesUrl, network = {}, providers }: Installed): Environment => {
  const [networksFile, providersFile] = ['networks', 'providers'].map((name) =>
    path.join(dataDir, '..', `${name}.json`),
  );
  const ethereum = { name: 'ethereum', family: 'evm', chainId: 1, mode: 'live', rpcUrls: [chainUrl] };
  const watched = { ...ethereum, receiver: RECEIVER, finality: 'finalized', pollIntervalMs: 200, ...network };
  writeFileSync(networksFile!, JSON.stringify({ networks: [watched] }));
  writeFileSync(providersFile!, JSON.stringify({ providers: [...sourceEntries(exchangesUrl), ...providers] }));
  return {
    ...{ DATA_DIR: dataDir, NETWORKS_FILE: networksFile!, PROVIDERS_FILE: providersFile! },
    ...{ REGULATORY_ROLE: 'virtual-asset-service-provider' },
    ...{ LOG_LEVEL: 'debug', RATE_LIMITS: JSON.stringify(NO_LIMITS) },
  };
};

/** Starts the service, with a live partner and an approved user who has the wallet. */
export const startLive = async (environment: Environment, wallet: string): Promise<Live> => {
  const service = await startProgram('start', environment);
  const words = 'partner create --name Acme --mode live --actor ana --reason May --json'.split(' ');
  const created = await runProgram('ledger', words, environment);
  const { apiKey } = JSON.parse(created.stdout) as { readonly apiKey: string };
  const { userId, token } = await registerApprovedUser(service, apiKey, 'user-1', wallet);
  // Live credentials set no status themselves.
  const approved = ['user', 'kyc', userId, 'APPROVED', '--actor', 'ana', '--reason', 'May'];
  expect(await runProgram('ledger', approved, environment)).toMatchObject({ code: 0 });
  return { service, token };
};

/** Asks for a quote until the first prices have come. */
export const quoteLive = async <Quote>(
  { service, token }: Live,
  exchanges: Pick<Exchanges, 'asked' | 'prices'>,
  words: string,
  body: object,
): Promise<Quote> => {
  const url = `${service.url}/api/v1/${words}`;
  const moved = String(exchanges.asked.length % 100).padStart(2, '0');
  // Two of the sources tell no time: their prices are fresh while they change.
  exchanges.prices.set('ETH', `18500.${moved}`).set('USDT', `5.42${moved}`);
  let answer = await ask<Quote>(url, { token, body });
  for (let tries = 0; answer.status === 502 && tries < 100; tries += 1) {
    await pause(200);
    answer = await ask<Quote>(url, { token, body });
  }
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer.body.data;
};
