import { describeKycProvider } from '../../../../../packages/testing/src/contracts';
import { openWorld, type SumsubWorld } from '../../../../infra/providers/sumsub/world';
import { APPROVED, rejected } from '../../../../providers/sumsub-books';

const ending =
  (review: object) =>
  ({ server }: SumsubWorld): void => {
    server.books.review = review;
  };

describeKycProvider('sumsub', {
  open: openWorld,
  faults: {
    ...{ approve: ending(APPROVED), reject: ending(rejected('FORGERY', 'FINAL')) },
    review: ending({ reviewStatus: 'onHold' }),
    settle: ({ server }) => server.books.settle(),
    loseAnswer: ({ server }) => server.arm('RESET_AFTER', 'POST /resources/applicants'),
    unavailable: ({ server }) => server.arm('FAIL_BEFORE', 'GET'),
    unlistedStatus: ({ server }) => server.arm('UNKNOWN_STATUS', 'GET'),
  },
  ...{ books: 'ACCOUNT', erasure: 'BY_PERSON' },
});
