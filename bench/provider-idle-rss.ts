import { sourceEntries } from '../test/providers/exchanges';
import { type Bench, type Figure, single } from './figures';
import { idleMegabytes } from './idle-rss';
import type { WooviBank } from './sides/woovi-bank';
import { startSources, writeProviders } from './support/priced-world';
import { startSide } from './support/side';
import { onSite } from './support/site';

const CARDS = {
  secrets: { clientId: 'CARDS_ID', clientSecret: 'CARDS_SECRET' },
  recipientEmail: 'cards@bench.example',
};
const ASAAS = { accessToken: 'ASAAS_TOKEN', callbackToken: 'ASAAS_CALLBACKS' };

/** Memory that three pollers of prices and six providers add to an idle service. */
export const benchProviderIdleMemory = async (bench: Bench): Promise<readonly Figure[]> => {
  const alone = await onSite((site) => idleMegabytes(bench, site));
  const together = await onSite(async (site) => {
    const prices = await startSources(site, 0);
    const { url, appId } = await (await startSide<null, WooviBank>(site, 'woovi-bank', {})).ask(null);
    const providers = [
      ...sourceEntries(prices),
      { name: 'coingecko', adapter: 'coingecko', url: prices },
      { name: 'registry', adapter: 'brasil-api', url: prices },
      { name: 'woovi', adapter: 'woovi', url, secrets: { appId: 'WOOVI_APP_ID' } },
      { name: 'asaas', adapter: 'asaas', url, secrets: ASAAS },
      { name: 'cards', adapter: 'reloadly', url, authUrl: url, ...CARDS },
    ];
    const secrets = { CARDS_ID: 'a', CARDS_SECRET: 'b', ASAAS_TOKEN: 'c', ASAAS_CALLBACKS: 'd', WOOVI_APP_ID: appId };
    const PROVIDERS_FILE = writeProviders(site, providers);
    const given = { PROVIDERS_FILE, SANDBOX_PRICES: 'market', REGULATORY_ROLE: 'none' };
    return idleMegabytes(bench, site, { ...given, ...secrets });
  });
  return [single('provider-idle-rss', together - alone, 'MB')];
};
