import { isRejection } from '../../../../aggregates/rejection';
import { balanceIdOf } from '../../../../commands/handling/deterministic-ids';
import { createTurns } from '../../../../commands/handling/turns';
import { resolveRedemption } from '../../../../commands/withdrawal/resolve-redemption';
import { sendRedemption } from '../../../../commands/withdrawal/send-redemption';
import { systemClock } from '../../../../infra/clock';
import { peggedRedemptionsOf } from '../../../../infra/providers/pegged-redemptions';
import { opening } from '../../../commands/withdrawal/opening';
import { asking, core, typesOf } from '../../../core';
import { withdrawalTerms } from '../../../samples/sample-withdrawal-data';
import { signingLab, TOKEN_ASSET, TREASURY } from '../../chains/evm/signing/signing-lab';
import { type Redeemer, redeemer, USER } from './redeeming';

/** The wallet allows 250. */
const GROSS = 100_000_000n;

describe('withdrawals of a token that is on a chain', () => {
  const lab = signingLab();

  const opened = async ({ redemption, order }: Redeemer) => {
    const redemptions = peggedRedemptionsOf([redemption], systemClock);
    const deps = { ...core(), clock: systemClock, redemptions, walletTurns: createTurns() };
    const chosen = redemptions.choose('sandbox', null)!;
    const termsOf = (withdrawId: string) => ({
      ...withdrawalTerms,
      ...{ withdrawId, network: 'local', assetId: TOKEN_ASSET, decimals: 6, wallet: order.wallet },
      ...{ amountBaseUnits: GROSS.toString(), redemption: redemption.name },
    });
    const stepOf = (withdrawId: string) =>
      ({ stream: `withdrawal-${withdrawId}`, causeEventId: 'cause1', sinceMs: systemClock.now() }) as const;
    return {
      deps,
      ask: (withdrawId: string) => opening(deps)(chosen, termsOf(withdrawId), asking(withdrawId)),
      send: (withdrawId: string) => sendRedemption(deps)(stepOf(withdrawId)),
      resolve: (withdrawId: string) => resolveRedemption(deps)(stepOf(withdrawId)),
      eventsOf: (withdrawId: string) => typesOf(deps.eventStore, `withdrawal-${withdrawId}`),
      ofWallet: () =>
        typesOf(
          deps.eventStore,
          `peggedBalance-${balanceIdOf({ ...withdrawalTerms, network: 'local', wallet: order.wallet })}`,
        ),
    };
  };

  it('takes exactly as many as balance and allowance cover, and settles each by its own debit', async () => {
    const one = await redeemer(lab);
    await lab.chain().mine(2);
    const world = await opened(one);
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

  it('fails the one whose allowance is gone when it is sent, and gives its promise back', async () => {
    const one = await redeemer(lab);
    await lab.chain().mine(2);
    const world = await opened(one);
    await world.ask('wd1');
    await lab.tell(USER, 'approve', one.signer.address, 0n);
    await world.send('wd1');
    expect(await world.eventsOf('wd1')).toEqual(['WithdrawalRequested', 'RedemptionFailed', 'WithdrawalFailed']);
    expect((await world.ofWallet()).at(-1)).toBe('BalanceReleased');
  });

  it('fails the one that is reverted, once that is final, and gives its promise back', async () => {
    const one = await redeemer(lab);
    await lab.chain().mine(2);
    const world = await opened(one);
    await world.ask('wd1');
    // The transfer is estimated, and then the wallet takes its allowance back in the same block.
    await lab.chain().rpc('evm_setAutomine', [false]);
    await world.send('wd1');
    const [lost] = await lab.book().open(one.signing.account, 0n, 1);
    await lab.chain().rpc('anvil_dropTransaction', [lost!.versions[0]!.txid]);
    await lab.chain().rpc('evm_setAutomine', [true]);
    await lab.tell(USER, 'approve', one.signer.address, 0n);
    // Nobody knows it any more: the same bytes are sent again.
    await world.resolve('wd1');
    expect(await world.eventsOf('wd1')).toEqual(['WithdrawalRequested', 'RedemptionSent']);
    await lab.chain().mine(3);
    expect(await world.resolve('wd1')).toBe('done');
    expect((await world.eventsOf('wd1')).slice(2)).toEqual(['RedemptionFailed', 'WithdrawalFailed']);
    expect((await world.ofWallet()).at(-1)).toBe('BalanceReleased');
  });

  it('holds both where less arrived than was owed, with an alarm', async () => {
    const one = await redeemer(lab);
    await lab.chain().mine(2);
    await lab.behave('FEE_LOGGED_NET');
    const world = await opened(one);
    await world.ask('wd1');
    await world.send('wd1');
    await lab.chain().mine(3);
    expect(await world.resolve('wd1')).not.toBe('done');
    expect(await world.eventsOf('wd1')).toEqual(['WithdrawalRequested', 'RedemptionSent', 'RedemptionContradicted']);
    expect(await world.ofWallet()).not.toContain('BalanceReleased');
    expect(world.deps.alerts.map(({ what }) => what)).toEqual(['A redemption contradicts itself about a debit']);
  });
});
