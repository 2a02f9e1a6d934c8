import { askDebitAgain } from '../../../../../commands/withdrawal/debit/ask-debit-again';
import { tend } from '../../../../../infra/chains/evm/signing/tend';
import { event } from '../../../../../packages/testing/src/samples/sample-events';
import { happened } from '../../../../core';
import { signingLab } from '../../chains/evm/signing/signing-lab';
import { redeemer } from './redeeming';
import { withdrawing } from './withdrawing';

/** Deeper than what is final. */
const DEEP = 5;

const REDEEMING = ['WithdrawalRequested', 'RedemptionSent'];

describe('a debit after final history of its network has changed', () => {
  const lab = signingLab();

  /** In the newest block; its transaction as it was signed. */
  const sent = async () => {
    const one = await redeemer(lab);
    await lab.chain().mine(2);
    const world = await withdrawing(one);
    await world.ask('wd1');
    await world.send('wd1');
    const history = await world.deps.eventStore.readStream('withdrawal-wd1');
    const sending = history.find(({ type }) => type === 'RedemptionSent');
    const txid = sending?.type === 'RedemptionSent' ? sending.data.txid : null;
    const raw = await lab.chain().rpc('eth_getRawTransactionByHash', [txid]);
    const network = 'local';
    return {
      ...world,
      signing: one.signing,
      sendAgain: () => lab.chain().rpc('eth_sendRawTransaction', [raw]),
      question: () =>
        happened(
          world.deps.eventStore,
          event('FinalityQuestioned', { network }),
          event('FinalityViolated', { network }),
        ),
      accept: () =>
        happened(
          world.deps.eventStore,
          event('FinalityAccepted', { network }),
          event('FinalityReaffirmed', { network }),
        ),
    };
  };

  /** In a block that was final. */
  const settled = async () => {
    const world = await sent();
    await lab.chain().mine(DEEP - 1);
    expect(await world.resolve('wd1')).toBe('done');
    return { ...world, askAgain: () => askDebitAgain(world.deps)('wd1') };
  };

  it('is THERE when a node has it, and ABSENT when no node has it any more', async () => {
    const { askAgain } = await settled();
    expect(await askAgain()).toEqual({ verdict: 'THERE' });
    await lab.chain().reorg(DEEP);
    await lab.chain().mine(3);
    expect(await askAgain()).toMatchObject({ verdict: 'ABSENT' });
  });

  it('is THERE again when it is final in another block', async () => {
    const { askAgain, sendAgain } = await settled();
    await lab.chain().reorg(DEEP);
    await lab.chain().mine(2);
    await sendAgain();
    expect(await askAgain()).toMatchObject({ verdict: 'UNDECIDED' });
    await lab.chain().mine(3);
    expect(await askAgain()).toEqual({ verdict: 'THERE' });
  });

  it('is sent again by its signer, unchanged, when no node has it any more', async () => {
    const { askAgain, signing } = await settled();
    await lab.chain().reorg(DEEP);
    await lab.chain().mine(1);
    expect(await askAgain()).toMatchObject({ verdict: 'ABSENT' });
    lab.advance(60_000);
    await tend(signing, () => false);
    // Deadlines use the machine's clock.
    lab.advance(-60_000);
    await lab.chain().mine(3);
    expect(await askAgain()).toEqual({ verdict: 'THERE' });
  });

  it('is CHANGED when it is reverted in the other history', async () => {
    const { askAgain, sendAgain } = await settled();
    await lab.chain().reorg(DEEP);
    await lab.behave('PAUSED');
    await sendAgain();
    await lab.chain().mine(3);
    expect(await askAgain()).toMatchObject({ verdict: 'CHANGED', detail: expect.stringContaining('REVERTED') });
  });

  it('settles only once an operator has accepted the history that includes it', async () => {
    const { question, accept, resolve, eventsOf: typesOf, ofWallet } = await sent();
    await question();
    await lab.chain().mine(3);
    expect(await resolve('wd1')).not.toBe('done');
    expect(await typesOf('wd1')).toEqual(REDEEMING);
    expect(await ofWallet()).not.toContain('PeggedDebitSettled');
    await accept();
    expect(await resolve('wd1')).toBe('done');
    expect(await typesOf('wd1')).toEqual([...REDEEMING, 'RedemptionSettled']);
    expect((await ofWallet()).filter((type) => type === 'PeggedDebitSettled')).toHaveLength(1);
  });

  it('does not fail when it is reverted on a fork, and settles in the accepted history', async () => {
    const { question, accept, resolve, sendAgain, eventsOf: typesOf, ofWallet } = await sent();
    await question();
    await lab.chain().reorg(1);
    await lab.behave('PAUSED');
    await sendAgain();
    await lab.chain().mine(3);
    expect(await resolve('wd1')).not.toBe('done');
    expect([await typesOf('wd1'), (await ofWallet()).includes('BalanceReleased')]).toEqual([REDEEMING, false]);
    await lab.chain().reorg(DEEP);
    await sendAgain();
    await lab.chain().mine(3);
    await accept();
    expect(await resolve('wd1')).toBe('done');
    expect(await typesOf('wd1')).toEqual([...REDEEMING, 'RedemptionSettled']);
  });
});
