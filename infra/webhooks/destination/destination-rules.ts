import { checkCustomHeaders } from '../headers';
import type { AddressPolicy } from './address-guard';
import { checkDestinationUrl } from './destination-url';

/** Reasons against a URL or headers of a webhook destination; null: accepted. */
export const destinationRules = (headerPrefix: string, policy: AddressPolicy) => ({
  refuseUrl: (url: string): string | null => {
    const verdict = checkDestinationUrl(url, policy);
    return verdict.ok ? null : verdict.reason;
  },
  refuseHeaders: (headers: Readonly<Record<string, string>>): string | null => {
    const [problem] = Object.entries(checkCustomHeaders(headers, headerPrefix));
    return problem === undefined ? null : `${problem[0]}: ${problem[1]}`;
  },
});
