import { decide as decideStep } from '../../../../../commands/trouble/decide';
import { createPostgresSignedOrders } from '../../../../../infra/chains/evm/signing/postgres-signed-orders';
import { tend } from '../../../../../infra/chains/evm/signing/tend';
import { clockOf } from '../../../../../infra/clock';
import { asked } from '../../../../commands/operator/asked';
import { taken } from '../../../../commands/trouble/words';
import { signingLab } from '../../chains/evm/signing/signing-lab';
import { redeemer } from './redeeming';
import { withdrawing } from './withdrawing';

const LONG_MS = 3 * 3_600_000;

describe('a sent debit that is in no block', () => {
  const lab = signingLab();

  /** Every node has forgotten it, and its redemption is configured no more. */
  const forgotten = async () => {
    const one = await redeemer(lab);
    await lab.chain().mine(2);
    const world = await withdrawing(one);
    await world.ask('wd1');
    await lab.chain().rpc('evm_setAutomine', [false]);
    await world.send('wd1');
    await lab.chain().rpc('anvil_dropAllTransactions');
    const { wallet } = one.order;
    const deps = {
      ...world.deps,
      ...{ clock: clockOf(() => Date.now() + LONG_MS), redemptions: { named: () => null } },
      signedOrders: createPostgresSignedOrders(lab.pool()),
    };
    const decide = (by: string) =>
      decideStep(deps)({ paymentId: 'wd1', outcome: taken(null), by, mayPropose: true }, asked(deps));
    /** As of a process that has the signer again. */
    const tended = async () => {
      lab.advance(LONG_MS);
      await tend(one.signing, () => false);
      await lab.chain().mine(3);
      return lab.balanceOf(wallet);
    };
    return { ...world, decide, tended, before: await lab.balanceOf(wallet) };
  };

  it('never debits the tokens after two operators have decided that there was no debit', async () => {
    const { decide, tended, before, eventsOf } = await forgotten();
    expect([await decide('ana'), await decide('bob')]).toEqual(['PROPOSED', 'DECIDED']);
    expect((await eventsOf('wd1')).at(-1)).toBe('WithdrawalFailed');
    expect(await tended()).toBe(before);
  });

  it('can still take the tokens after one operator has decided', async () => {
    const { decide, tended, before } = await forgotten();
    await decide('ana');
    expect(await tended()).toBeLessThan(before);
  });
});
