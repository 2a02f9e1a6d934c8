import { describeKycProvider } from '../../../../../packages/testing/src/contracts';
import { type DiditWorld, openWorld } from '../../../../infra/providers/didit/world';

const ending =
  (outcome: string) =>
  ({ server }: DiditWorld): void => {
    server.books.outcome = outcome;
  };

describeKycProvider('didit', {
  open: openWorld,
  faults: {
    ...{ approve: ending('Approved'), reject: ending('Declined'), review: ending('In Review') },
    expire: ending('Expired'),
    settle: ({ server }) => server.books.settle(),
    loseAnswer: ({ server }) => server.arm('RESET_AFTER', 'POST /session'),
    unavailable: ({ server }) => server.arm('FAIL_BEFORE', 'GET'),
    unlistedStatus: ({ server }) => server.arm('UNKNOWN_STATUS', 'GET'),
  },
  books: 'ACCOUNT',
});
