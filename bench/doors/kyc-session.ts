import type { Bench, Figure } from '../figures';
import { PARTNER } from '../seeds/ledger';
import type { KycLoad } from '../sides/kyc-load';
import type { Window } from '../sides/shared/closed-loop';
import { alternate } from '../support/alternate';
import { issueApiKey } from '../support/partner';
import { startSide } from '../support/side';
import { onSite } from '../support/site';
import { openWorld } from '../support/world';
import { startIntentBaseline } from './create-intent';

const CLIENTS = 64;

/** Sessions of new persons, started over HTTP at a provider that answers at once, to the baseline of `create-intent`. */
export const benchKycSession = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const { warmMs, windowMs, users } = bench.scale;
    const world = await openWorld(site, users);
    const apiKey = await issueApiKey(site, PARTNER.partnerId);
    const loading: KycLoad = { url: world.service.url, apiKey, clients: CLIENTS };
    const measured = await startSide<Window, number>(site, 'kyc-load', loading);
    const baseline = await startIntentBaseline(site, world);
    const window: Window = { warmMs, windowMs };
    const figure = await alternate(bench, {
      ...{ name: 'kyc-session', unit: 'requests/s' },
      measured: async () => {
        const perSecond = await measured.ask(window);
        await world.untilProjected();
        return perSecond;
      },
      baseline: () => baseline(window),
    });
    return [figure];
  });
