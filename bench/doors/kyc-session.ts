import type { Bench, Figure } from '../figures';
import { PARTNER } from '../seeds/ledger';
import { compareDoor } from '../support/doors';
import { issueApiKey } from '../support/partner';
import { onSite } from '../support/site';
import { openWorld } from '../support/world';
import { startIntentBaseline } from './create-intent';

/** The provider decides 250 ms after the start, so that its own time is no part of what a session takes. */
const ENVIRONMENT = { SANDBOX_SETTLE_MS: '100' };

/** Sessions of new persons up to their approval, to the baseline of `create-intent`. */
export const benchKycSession = (bench: Bench): Promise<readonly Figure[]> =>
  onSite(async (site) => {
    const world = await openWorld(site, bench.scale.users, { environment: ENVIRONMENT });
    const apiKey = await issueApiKey(site, PARTNER.partnerId);
    const baseline = await startIntentBaseline(site, world);
    const target = { door: { door: 'KYC', apiKey } } as const;
    return [await compareDoor(bench, site, { name: 'kyc-session', world, target, baseline })];
  });
