import { createDiditKyc } from '../../../../infra/providers/didit/kyc';
import { openDidit } from '../../../providers/didit';
import { COMPANY_FLOW, PERSON_FLOW } from '../../../providers/didit-books';
import { openKycWorld } from '../kyc-world';

export const openWorld = () =>
  openKycWorld(
    openDidit,
    ({ url, apiKey }) => ({
      ...{ name: 'didit', url, apiKey, environment: 'live' as const },
      flows: { PF: PERSON_FLOW, PJ: COMPANY_FLOW },
    }),
    createDiditKyc,
  );

export type DiditWorld = Awaited<ReturnType<typeof openWorld>>;
