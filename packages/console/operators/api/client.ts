import createClient from 'openapi-fetch';
import type { paths } from '../../generated/ops-api';

export const client = createClient<paths>({ credentials: 'same-origin' });
