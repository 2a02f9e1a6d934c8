import { providerKeyOf } from '../../commands/handling/deterministic-ids';
import { intentIdIn } from '../../commands/quote/intent-id';
import { readSecrets } from '../../src/bin/stores/stores';
import type { Bench, Figure } from '../figures';
import type { CallbackBaselineSettings } from '../sides/callback-baseline';
import { compareDoor } from '../support/doors';
import { createEventCounts, untilCounted } from '../support/event-counts';
import { openPayableIntent } from '../support/opened-intents';
import { openPaidChain, type PaidChain } from '../support/paid-chain';
import { createPartner } from '../support/partner';
import { startSide } from '../support/side';
import { onSite, type Site } from '../support/site';
import { openWorld, type World } from '../support/world';

const FINAL_LAG = 2;
const PAID_TIMEOUT_MS = 60_000;

/** Callbacks about a settled payout, each with one question to the bank, against a server that commits a row. */
export const benchCallbackIntake = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const chain = await openPaidChain(site);
    const world = await openWorld(site, 1, { rpcUrl: chain.url, environment: { SANDBOX_SETTLE_MS: '0' } });
    const [secret] = readSecrets(world.service.config).sandboxCallbacks;
    const settings: CallbackBaselineSettings = { databaseUrl: world.service.databaseUrl, secret };
    const server = await startSide<object, string>(site, 'callback-baseline', settings);
    const door = { door: 'CALLBACKS', secret, providerKey: await payOne(site, world, chain) } as const;
    const compared = { world, target: { door }, baseline: { url: await server.ask({}), door } };
    return [await compareDoor(bench, site, { name: 'callback-intake', unit: 'callbacks/s', ...compared })];
  });

/** Answers the key of a payout that the bank has made. */
const payOne = async (site: Site, { service, eventStore }: World, chain: PaidChain): Promise<string> => {
  const transfer = await openPayableIntent(service, await createPartner(site, service), 'payee');
  await chain.mine([transfer]);
  await chain.mineEmpty(FINAL_LAG);
  await untilCounted(createEventCounts(eventStore), 'CashoutCompleted', 1, PAID_TIMEOUT_MS);
  return providerKeyOf(intentIdIn(transfer.memo), 1);
};
