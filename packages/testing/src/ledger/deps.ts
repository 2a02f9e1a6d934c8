import type { ChainFamily } from '../../../../aggregates/chain';
import { createKnownStreams } from '../../../../commands/handling/reading/known-streams';
import { createTurns } from '../../../../commands/handling/turns';
import { createPayoutLanes } from '../../../../commands/payout/sending/payout-lanes';
import { createMemoryEventStore } from '../../../../infra/event-store/memory';
import { depositsProjection } from '../../../../projections/deposits';
import { cashinStepsProjection } from '../../../../projections/payments/cashin-steps';
import { payoutsProjection } from '../../../../projections/payments/payouts';
import { redemptionsProjection } from '../../../../projections/payments/redemptions';
import { reconciliation } from '../../../../projections/reconciliation';
import { catalog } from './catalog';
import { countingIds } from './memory/counting-ids';
import { manualClock } from './memory/manual-clock';
import { createMemoryCreditSweeps } from './memory/memory-credit-sweeps';
import { createMemoryDenials } from './memory/memory-denials';
import { memoryInbox } from './memory/memory-inbox';
import { createPlainVault } from './memory/plain-vault';
import { projectedRows } from './memory/projected-rows';
import { memoryReads } from './reads';
import { sandboxProviders } from './sandbox-providers';
import { settings } from './settings';

/** Projections from which work falls due. */
const PROJECTIONS = [
  depositsProjection,
  reconciliation,
  payoutsProjection,
  redemptionsProjection,
  cashinStepsProjection,
];

const PAYOUTS_AT_ONCE = 8;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const TXID = /^0x[0-9a-f]{64}$/i;
const canonicalTxid = (_family: ChainFamily, text: string): string | null =>
  TXID.test(text) ? text.toLowerCase() : null;
const canonicalAddress = (_family: ChainFamily, text: string): string | null =>
  ADDRESS.test(text) ? text.toLowerCase() : null;

export interface Alert {
  readonly what: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** The ports of the service's commands, in memory. */
export const memoryDeps = (seed: string, startMs: number) => {
  const clock = manualClock(startMs);
  const eventStore = createMemoryEventStore();
  const projected = projectedRows(eventStore, PROJECTIONS);
  const inbox = memoryInbox();
  const sandbox = sandboxProviders(clock, seed, inbox);
  const alerts: Alert[] = [];
  return {
    ...{ clock, eventStore, projected, inbox, sandbox, alerts, catalog, settings },
    ...{ canonicalAddress, canonicalTxid, chainHints: { keep: async () => true } },
    expiring: { put: async () => undefined },
    ...memoryReads(clock, eventStore, projected),
    ...{ ids: countingIds(seed), vault: createPlainVault(), callbackInbox: inbox, knownStreams: createKnownStreams() },
    ...{ denials: createMemoryDenials(), creditSweeps: createMemoryCreditSweeps(), workerId: 'ledger' },
    ...{ payoutProviders: sandbox.payoutProviders, payoutLanes: createPayoutLanes(PAYOUTS_AT_ONCE) },
    ...{ chargeProviders: sandbox.chargeProviders, cryptoDeliveries: sandbox.cryptoDeliveries },
    ...{ priceFeeds: sandbox.priceFeeds, sandboxControls: sandbox.sandboxControls, everyPayoutProvider: [] },
    ...{
      kycProviders: NOBODY,
      redemptions: sandbox.redemptions,
      walletTurns: createTurns(),
      signedOrders: { abandon: async () => undefined },
    },
    ...{ instance: { mode: 'sandbox' as const }, cashinSettings: { defaultAssetId: null, slippageBasisPoints: 100 } },
    canonicalAddressOn: (_network: string, address: string) => canonicalAddress('simulated', address),
    alert: (what: string, facts: Alert['facts']): void => void alerts.push({ what, facts }),
  };
};

const NOBODY = { choose: () => null, named: () => null };

export type MemoryDeps = ReturnType<typeof memoryDeps>;
