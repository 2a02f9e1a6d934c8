import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { NO_LIMITS } from '../../doubles/limits';
import { type Exchanges, sourceEntries } from '../../providers/exchanges';
import { RECEIVER } from '../../stores/anvil';
import type { Frame } from '../chaos/frame';
import type { Environment } from '../end-to-end/support/run-service';
import type { PlanOptions } from './plan';
import type { Player } from './players/player';
import type { PlayerName } from './players/players';

export interface Installed {
  readonly chainUrl: string;
  readonly exchanges: Exchanges;
  readonly players: ReadonlyMap<PlayerName, Player>;
  readonly providers: PlanOptions['providers'];
}

/** Variable of the key that delivers. */
export const TREASURY_KEY = 'STORM_TREASURY_KEY';
export const ETH = 201;
/** Refused orders are tried again soon, and for as long as a storm takes. */
const ATTEMPT_DELAYS_MS = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 60_000, 60_000, 60_000];

const entriesOf = ({ exchanges, players, providers }: Installed): readonly object[] => [
  ...sourceEntries(exchanges.url),
  ...[...players].map(([name, { entry }]) => {
    const kinds = providers[name] ?? null;
    return { name, ...entry, ...(kinds === null || name === 'reloadly' ? {} : { kinds }) };
  }),
];

/** Writes what the service is configured with, and answers its environment: live in all its parts. */
export const install = ({ folder, dataDir }: Frame, installed: Installed): Environment => {
  const { chainUrl, players } = installed;
  const [networks, providers] = ['networks', 'providers'].map((name) => path.join(folder, `${name}.json`));
  const ethereum = { name: 'ethereum', family: 'evm', chainId: 1, mode: 'live', rpcUrls: [chainUrl] };
  const watched = { ...ethereum, receiver: RECEIVER, finality: 'finalized', pollIntervalMs: 250 };
  const isSelling = [...players.values()].some(({ charging }) => charging !== undefined);
  const delivery = isSelling ? { delivery: { signerKey: TREASURY_KEY, assetIds: [ETH] } } : {};
  writeFileSync(networks!, JSON.stringify({ networks: [{ ...watched, ...delivery }] }));
  writeFileSync(providers!, JSON.stringify({ providers: entriesOf(installed) }));
  return {
    ...{
      DATA_DIR: dataDir,
      NETWORKS_FILE: networks!,
      PROVIDERS_FILE: providers!,
      REGULATORY_ROLE: 'virtual-asset-service-provider',
    },
    ...{ LOG_LEVEL: 'debug', METRICS_PORT: '0', RATE_LIMITS: JSON.stringify(NO_LIMITS) },
    ...{ AMOUNT_LIMITS_CENTS: '100,10000000', PAYOUT_ATTEMPT_DELAYS_MS: ATTEMPT_DELAYS_MS.join(',') },
    ...Object.assign({}, ...[...players.values()].map(({ variables }) => variables)),
  };
};
