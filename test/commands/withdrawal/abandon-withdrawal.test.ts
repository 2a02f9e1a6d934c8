import { peggedBalance } from '../../../aggregates/pegged-balance/pegged-balance';
import { isRejection } from '../../../aggregates/rejection';
import { withdrawal } from '../../../aggregates/withdrawal/withdrawal';
import { balanceIdOf } from '../../../commands/handling/deterministic-ids';
import { handle } from '../../../commands/handling/handle';
import { abandonWithdrawal } from '../../../commands/withdrawal/abandon-withdrawal';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { withdrawalTerms } from '../../../packages/testing/src/samples/sample-withdrawal-data';
import { asking, core, typesOf } from '../../core';
import { opened, WALLET_STREAM } from './redeeming';

const orphan = { ...withdrawalTerms, causeEventId: 'reserved1' };

/** A promise whose request never came. */
const reserved = async () => {
  const deps = core();
  await handle(deps, peggedBalance, {
    id: balanceIdOf({ network: 'ethereum', wallet: '0xcc', partnerId: 'p1' }),
    context: asking('reserve'),
    command: { type: 'ReserveBalance', reservation: event('BalanceReserved').data },
  });
  return deps;
};

const request = (deps: ReturnType<typeof core>) =>
  handle(deps, withdrawal, {
    ...{ id: 'wd1', context: asking('late') },
    command: { type: 'RequestWithdrawal', withdrawal: event('WithdrawalRequested').data },
    opensStream: true,
  });

test('abandons an orphan permanently and releases its reservation, repeatably', async () => {
  const deps = await reserved();
  await abandonWithdrawal(deps)(orphan);
  await abandonWithdrawal(deps)(orphan);
  expect(await typesOf(deps.eventStore, 'withdrawal-wd1')).toEqual(['WithdrawalAbandoned']);
  expect(await typesOf(deps.eventStore, WALLET_STREAM)).toEqual(['BalanceReserved', 'BalanceReleased']);
  await expect(request(deps)).rejects.toMatchObject({ rejection: { code: 'SERVICE_UNAVAILABLE' } });
});

test('keeps the reservation of a requested withdrawal', async () => {
  const { deps } = await opened({});
  await abandonWithdrawal(deps)(orphan);
  expect(await typesOf(deps.eventStore, 'withdrawal-wd1')).toEqual(['WithdrawalRequested']);
  expect(await typesOf(deps.eventStore, WALLET_STREAM)).toEqual(['BalanceReserved']);
});

test('keeps the reservation only when the late request wins against the sweeper', async () => {
  const deps = await reserved();
  const late = request(deps).catch((error: unknown) => (isRejection(error) ? null : Promise.reject(error as Error)));
  await Promise.all([late, abandonWithdrawal(deps)(orphan)]);
  const [won] = await typesOf(deps.eventStore, 'withdrawal-wd1');
  const ofWallet = await typesOf(deps.eventStore, WALLET_STREAM);
  expect(ofWallet.includes('BalanceReleased')).toBe(won === 'WithdrawalAbandoned');
  expect(await typesOf(deps.eventStore, 'withdrawal-wd1')).toHaveLength(1);
});
