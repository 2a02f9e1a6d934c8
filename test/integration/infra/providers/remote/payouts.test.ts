import { manualClock } from '../../../../infra/providers/manual-clock';
import { describePayoutProvider } from '../../../../infra/providers/payout-contract';
import { closeServers } from './serving';
import { portsElsewhere } from './serving-sandbox';

afterEach(closeServers);

const payoutsElsewhere = async () => {
  const clock = manualClock();
  return { clock, provider: (await portsElsewhere(clock)).payouts };
};

describePayoutProvider('sandbox-remote', payoutsElsewhere, {
  good: { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fulano@exemplo.com' },
  settlesWithinMs: 2_000,
  refused: { method: { kind: 'PIX_KEY', keyType: 'EMAIL', key: 'fail.closed@sandbox.example' } },
  lostAnswer: { scenario: 'DUPLICATE' },
  otherAmount: { scenario: 'WRONG_AMOUNT' },
});
