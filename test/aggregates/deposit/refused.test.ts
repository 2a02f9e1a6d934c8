import type { ReleaseDeposit } from '../../../aggregates/deposit/commands';
import { deposit } from '../../../aggregates/deposit/deposit';
import { refusedDeposit } from '../../../packages/testing/src/samples/refused-deposit';
import { intentCreated, movement, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { given } from '../../given';

const release: Omit<ReleaseDeposit, 'inTime'> = {
  ...{ type: 'ReleaseDeposit', depositId: 'ethereum:0xd1:0', intentId: 'cid1', reason: 'INTENT_CLOSED' },
  ...{ naming: { intents: [intentCreated], assets: [] }, now: time(0) },
};

test.each([
  [false, 'LATE'],
  [true, 'INTENT_CLOSED'],
] as const)('labels a deposit that a closed intent refuses (paid in time: %s) %s', (inTime, label) => {
  const { symbol: _symbol, decimals: _decimals, ...paid } = refusedDeposit;
  const intents = [{ ...refusedDeposit.intents[0]!, label }];
  const { amountBaseUnits } = movement;
  given(deposit, event('DepositFinalised'), event('DepositClaimed'))
    .when({ ...release, inTime })
    .then(event('DepositReleased', { inTime, releasedAt: time(0), refused: { ...paid, amountBaseUnits, intents } }));
});
