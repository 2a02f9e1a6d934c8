import type { CallbackSource } from '../../../commands/ports/providers/callback-source';
import { jsonObjectIn, textIn } from '../../callbacks/read-json';
import { type DigestScheme, digestScheme } from '../../callbacks/schemes/digest';

/** Sumsub offers SHA-1 as well. */
const ALGORITHMS: DigestScheme['algorithms'] = new Map([
  ['HMAC_SHA256_HEX', 'sha256'],
  ['HMAC_SHA512_HEX', 'sha512'],
]);

/** A body names the applicant to ask about. Its status, its `testMode` and its age are not read. */
export const sumsubSource = (provider: string, secrets: readonly string[]): CallbackSource => ({
  ...{ surface: 'kyc', provider },
  isAuthentic: digestScheme({
    ...{ secrets, algorithms: ALGORITHMS },
    ...{ digestHeader: 'x-payload-digest', algorithmHeader: 'x-payload-digest-alg' },
  }),
  read: (body) => {
    const said = jsonObjectIn(body);
    if (said === null) return null;
    const key = textIn(said, 'externalUserId');
    // A repetition has the same bytes, and events of one case share their correlation id.
    return { eventId: null, hints: key === '' ? [] : [{ kind: 'kyc', key }] };
  },
});
