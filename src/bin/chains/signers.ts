import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Alert } from '../../../commands/alerts/kinds';
import type { Pair } from '../../../infra/pair/pair';
import type { EvmSigners } from '../../../infra/providers/evm-signers';
import { rest } from '../../../infra/timing/rest';
import type { Config } from '../../config';
import type { Offer } from './networks';

export interface SignersOptions {
  readonly config: Pick<Config, 'secretOf'>;
  readonly offer: Offer;
  readonly pool: Pool;
  readonly logger: Logger;
  readonly alert: Alert;
}

const NOBODY_SIGNS: EvmSigners = {
  redemptions: [],
  deliveries: [],
  accounts: [],
  tend: async () => undefined,
  close: async () => undefined,
};

type Signing = typeof import('../../../infra/providers/evm-signers');

/** Without a signer in NETWORKS_FILE the library is not even loaded. */
export const openSigners = ({ config, offer, pool, logger, alert }: SignersOptions): EvmSigners => {
  const { networks, catalog } = offer;
  if (networks.every(({ redemption, delivery }) => redemption === undefined && delivery === undefined))
    return NOBODY_SIGNS;
  // oxlint-disable-next-line typescript/no-require-imports
  const loaded = require('../../../infra/providers/evm-signers') as Signing;
  const { secretOf } = config;
  return loaded.openEvmSigners({ networks, assets: catalog.assets, secretOf, pool, logger, alert });
};

const TEND_EVERY_MS = 60_000;

export interface Tended {
  readonly signers: Pick<EvmSigners, 'tend'>;
  readonly pair: Pick<Pair, 'mayWork'>;
}

/** Maintains the signers' nonces every minute, if this process may work at all. Returns the stop function. */
export const startTending = ({ signers, pair }: Tended): (() => Promise<void>) => {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (pair.mayWork()) await signers.tend();
      await rest(TEND_EVERY_MS, stopping.signal);
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
};
