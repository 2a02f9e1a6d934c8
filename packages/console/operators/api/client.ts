import createClient from 'openapi-fetch';
import type { paths } from '../../generated/ops-api';
import { patientFetch } from '../../parts/frame/patient';

export const client = createClient<paths>({ credentials: 'same-origin', fetch: patientFetch });
