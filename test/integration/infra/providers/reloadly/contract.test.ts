import { describePayoutProvider } from '../../../../../packages/testing/src/contracts';
import { openWorld } from '../../../../infra/providers/reloadly/world';

describePayoutProvider('reloadly', {
  open: openWorld,
  faults: {
    settle: ({ clock }) => clock.advance(31_000),
    reject: ({ server }) => {
      server.books.next = { refused: { message: 'Invalid price. Please ensure you selected the right price.' } };
    },
    loseAnswer: ({ server }) => server.arm('RESET_AFTER', 'POST /orders'),
    refuseConnection: ({ line }) => {
      line.isCut = true;
    },
    unavailable: ({ server }) => server.arm('FAIL_BEFORE', 'GET'),
    wrongAmount: ({ server }) => {
      server.books.next = { cents: 999 };
    },
    unlistedStatus: ({ server }) => server.arm('UNKNOWN_STATUS', 'GET'),
  },
  ...{ idempotency: 'LOOKUP_ONLY', window: 'DAY', books: 'ACCOUNT', largest: 999_999_999n },
});
