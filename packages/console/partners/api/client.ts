import createClient from 'openapi-fetch';
import type { paths } from '../../generated/partners-api';
import { patientFetch } from '../../parts/frame/patient';
import { placeIn } from '../frame/paths';

export const client = createClient<paths>({ credentials: 'same-origin', fetch: patientFetch });

/** Every request is about the mode of the address. */
const modeNow = () => placeIn(location.pathname)?.mode ?? 'sandbox';

client.use({
  onRequest: ({ request }) => {
    request.headers.set('X-Mode', modeNow());
    return request;
  },
});
