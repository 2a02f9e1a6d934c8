import { createSumsubKyc } from '../../../../infra/providers/sumsub/kyc';
import { openSumsub } from '../../../providers/sumsub';
import { COMPANY_LEVEL, PERSON_LEVEL } from '../../../providers/sumsub-books';
import { openKycWorld } from '../kyc-world';

export const openWorld = () =>
  openKycWorld(
    openSumsub,
    ({ url, appToken, secretKey }) => ({
      ...{ name: 'sumsub', url, appToken, secretKey },
      flows: { PF: PERSON_LEVEL, PJ: COMPANY_LEVEL },
    }),
    createSumsubKyc,
  );

export type SumsubWorld = Awaited<ReturnType<typeof openWorld>>;
