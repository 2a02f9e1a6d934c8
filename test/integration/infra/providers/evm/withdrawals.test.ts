import { isRejection } from '../../../../../aggregates/rejection';
import { signingLab, TREASURY } from '../../chains/evm/signing/signing-lab';
import { redeemer, USER } from './redeeming';
import { GROSS, withdrawing } from './withdrawing';

describe('withdrawals of a token that is on a chain', () => {
  const lab = signingLab();

  it('accepts as many as balance and allowance cover, and settles each by its own debit', async () => {
    const one = await redeemer(lab);
    await lab.chain().mine(2);
    const world = await withdrawing(one);
    const before = await lab.balanceOf(TREASURY);
    const asked = await Promise.allSettled(['wd1', 'wd2', 'wd3', 'wd4'].map(world.ask));
    const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused.map((error) => isRejection(error) && error.rejection.code)).toEqual([
      'INSUFFICIENT_PEGGED_BALANCE',
      'INSUFFICIENT_PEGGED_BALANCE',
    ]);
    const taken = ['wd1', 'wd2', 'wd3', 'wd4'].filter((_, index) => asked[index]?.status === 'fulfilled');
    await Promise.all(taken.map(world.send));
    for (const withdrawId of taken) expect(await world.resolve(withdrawId)).not.toBe('done');
    await lab.chain().mine(3);
    for (const withdrawId of taken) {
      expect(await world.resolve(withdrawId)).toBe('done');
      expect(await world.eventsOf(withdrawId)).toEqual(['WithdrawalRequested', 'RedemptionSent', 'RedemptionSettled']);
    }
    expect((await lab.balanceOf(TREASURY)) - before).toBe(2n * GROSS);
    expect((await world.ofWallet()).filter((type) => type === 'PeggedDebitSettled')).toHaveLength(2);
  });

  it('fails a withdrawal when its allowance is gone, and releases the reservation', async () => {
    const one = await redeemer(lab);
    await lab.chain().mine(2);
    const world = await withdrawing(one);
    await world.ask('wd1');
    await lab.tell(USER, 'approve', one.signer.address, 0n);
    await world.send('wd1');
    expect(await world.eventsOf('wd1')).toEqual(['WithdrawalRequested', 'RedemptionFailed', 'WithdrawalFailed']);
    expect((await world.ofWallet()).at(-1)).toBe('BalanceReleased');
  });

  it('fails a withdrawal once its revert is final, and releases the reservation', async () => {
    const one = await redeemer(lab);
    await lab.chain().mine(2);
    const world = await withdrawing(one);
    await world.ask('wd1');
    // The transfer is estimated, and then the wallet takes its allowance back in the same block.
    await lab.chain().rpc('evm_setAutomine', [false]);
    await world.send('wd1');
    const [lost] = await lab.book().open(one.signing.account, 0n, 1);
    await lab.chain().rpc('anvil_dropTransaction', [lost!.versions[0]!.txid]);
    await lab.chain().rpc('evm_setAutomine', [true]);
    await lab.tell(USER, 'approve', one.signer.address, 0n);
    // No node knows it any more: the same bytes are sent again.
    await world.resolve('wd1');
    expect(await world.eventsOf('wd1')).toEqual(['WithdrawalRequested', 'RedemptionSent']);
    await lab.chain().mine(3);
    expect(await world.resolve('wd1')).toBe('done');
    expect((await world.eventsOf('wd1')).slice(2)).toEqual(['RedemptionFailed', 'WithdrawalFailed']);
    expect((await world.ofWallet()).at(-1)).toBe('BalanceReleased');
  });

  it('holds withdrawal and reservation, with an alarm, when less arrived than was owed', async () => {
    const one = await redeemer(lab);
    await lab.chain().mine(2);
    await lab.behave('FEE_LOGGED_NET');
    const world = await withdrawing(one);
    await world.ask('wd1');
    await world.send('wd1');
    await lab.chain().mine(3);
    expect(await world.resolve('wd1')).not.toBe('done');
    expect(await world.eventsOf('wd1')).toEqual(['WithdrawalRequested', 'RedemptionSent', 'RedemptionContradicted']);
    expect(await world.ofWallet()).not.toContain('BalanceReleased');
    expect(world.deps.alerts.map(({ what }) => what)).toEqual(['A redemption contradicts itself about a debit']);
  });
});
