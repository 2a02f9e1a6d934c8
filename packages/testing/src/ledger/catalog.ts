import type { Catalog } from '../../../../commands/ports/chains/catalog';
import { SIMULATED_ASSETS, SIMULATED_USD, simulatedNetwork } from '../../../../infra/chains/simulated/network';

const { name, receiver, receivers, blockTimeToleranceSeconds, expiryGraceSeconds } = simulatedNetwork;

/** The network that the sandbox plays, and nothing else. */
export const catalog: Catalog = {
  ...{ version: '1', updatedAt: '2026-11-20T12:00:00.000Z', assets: SIMULATED_ASSETS },
  networks: [
    {
      ...{ name, family: 'simulated', mode: 'sandbox', chainId: null, receiver, receivers },
      ...{ blockTimeToleranceSeconds, expiryGraceSeconds },
    },
  ],
};

export const DEFAULT_ASSET = SIMULATED_USD;

export const GRACE_SECONDS = expiryGraceSeconds;
