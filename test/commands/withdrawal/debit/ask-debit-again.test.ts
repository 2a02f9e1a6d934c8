import { askPayout } from '../../../../commands/payout/owners/owners';
import { requestPayout } from '../../../../commands/payout/request-payout';
import { askDebitAgain, doubtDebit } from '../../../../commands/withdrawal/debit/ask-debit-again';
import { resolveRedemption } from '../../../../commands/withdrawal/redemption/resolve-redemption';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { debit } from '../../../../packages/testing/src/samples/sample-withdrawal-data';
import { asking, happened } from '../../../core';
import { failed } from '../../../doubles/scripted-provider';
import { redemptionIs } from '../../../doubles/scripted-redemption';
import { opened, step } from '../redeeming';

type Script = Parameters<typeof opened>[0];

/** A withdrawal whose debit was settled at noon, and what its redemption answers afterwards. */
const settled = async (...later: NonNullable<Script['get']>) => {
  const world = await opened({
    redeem: [redemptionIs('PENDING')],
    get: [redemptionIs('SETTLED', { debit }), ...later],
  });
  await world.send();
  await world.resolve(250);
  return { ...world, ask: () => askDebitAgain(world.deps)('wd1') };
};

const gone = { detail: 'gone', causeEventId: 'accepted1' };
const undecided = { verdict: 'UNDECIDED', reason: expect.any(String) };
const absent = { verdict: 'ABSENT', detail: expect.stringContaining('0xe1') };

describe('a settled debit that is checked again', () => {
  test('finds it in any block and with any fee', async () => {
    const elsewhere = { ...debit, blockNumber: '99', blockTime: time(99), gasBaseUnits: '1' };
    const { ask, scripted } = await settled(redemptionIs('SETTLED', { debit: elsewhere }));
    expect(await ask()).toEqual({ verdict: 'THERE' });
    expect(scripted.sent).toHaveLength(1);
  });

  test.each([
    ['reverted', redemptionIs('FAILED', { failure: 'REVERTED' }), 'REVERTED'],
    ['displaced', redemptionIs('FAILED', { failure: 'DROPPED' }), 'DROPPED'],
    [
      'of another amount',
      redemptionIs('SETTLED', { debit: { ...debit, amountBaseUnits: '1' } }),
      'amountBaseUnits is 1',
    ],
    ['another one', redemptionIs('SETTLED', { debit: { ...debit, debitId: 'ethereum:0xe2:0' } }), 'debitId is'],
    ['from another wallet', redemptionIs('SETTLED', { debit: { ...debit, wallet: '0xdd' } }), 'wallet is 0xdd'],
  ])('finds it changed when it is %s', async (_name, answer, why) => {
    const { ask } = await settled(answer);
    expect(await ask()).toEqual({ verdict: 'CHANGED', detail: expect.stringContaining(why) });
  });

  test.each([
    ['not found', failed('NOT_FOUND'), absent],
    ['not final', redemptionIs('PENDING'), undecided],
    ['not answered for', failed('UNAVAILABLE', 'TIMEOUT'), undecided],
    ['answered for with no', failed('REJECTED', 'AUTH'), undecided],
    ['unknown', failed('UNKNOWN', 'PROTOCOL'), undecided],
    ['broken', new Error('bug'), undecided],
    ['confused with another key', redemptionIs('FAILED', { redemptionKey: 'other', failure: 'DROPPED' }), undecided],
    ['ended without a reason', redemptionIs('FAILED'), undecided],
    [
      'a debit with an enormous amount',
      redemptionIs('SETTLED', { debit: { ...debit, amountBaseUnits: '9'.repeat(79) } }),
      undecided,
    ],
  ])('reports no loss when it is %s', async (_name, answer, verdict) => {
    const { ask } = await settled(answer);
    expect(await ask()).toEqual(verdict);
  });

  test('reports no loss when its redemption is no longer configured', async () => {
    const { deps } = await settled();
    const redemptions = { named: () => null };
    expect(await askDebitAgain({ ...deps, redemptions })('wd1')).toEqual(undecided);
  });

  test('asks for every order that was ever sent, also when only the wallet’s stream has it', async () => {
    const no = redemptionIs('FAILED', { failure: 'DROPPED' });
    const world = await opened({ redeem: [redemptionIs('PENDING')], get: [redemptionIs('SETTLED', { debit }), no] });
    await world.send();
    await happened(world.deps.eventStore, event('RedemptionSent', { txid: '0xe2' }));
    const { append } = world.deps.eventStore;
    const broken = {
      ...world.deps.eventStore,
      append: (...asked: Parameters<typeof append>) => {
        if (asked[0].startsWith('withdrawal-')) throw new Error('killed');
        return append(...asked);
      },
    };
    await expect(resolveRedemption({ ...world.deps, eventStore: broken })(step)).rejects.toThrow('killed');
    const asked = jest.spyOn(world.scripted.redemption, 'get');
    expect(await askDebitAgain(world.deps)('wd1')).toEqual({ verdict: 'CHANGED', detail: expect.any(String) });
    expect(asked.mock.calls[0]?.[2].map(({ txid }) => txid)).toEqual(['0xe1', '0xe2']);
  });

  test('asks no redemption before the debit is settled', async () => {
    const { deps, scripted, send } = await opened({ redeem: [redemptionIs('PENDING')] });
    await send();
    expect(await askDebitAgain(deps)('wd1')).toEqual({ verdict: 'THERE' });
    expect(scripted.asked).toEqual([]);
  });

  test('asks no redemption about an unknown withdrawal', async () => {
    const { deps, scripted } = await settled();
    expect(await askDebitAgain(deps)('wd2')).toEqual({ verdict: 'THERE' });
    expect(scripted.asked).toHaveLength(1);
  });
});

describe('a settled debit that is missing', () => {
  test('is reported once for each acceptance, and holds its payout until an operator decides', async () => {
    const { deps, ofWithdrawal } = await settled();
    const before = (await ofWithdrawal()).length;
    await doubtDebit(deps)('wd1', gone);
    await doubtDebit(deps)('wd1', gone);
    await doubtDebit(deps)('wd1', { ...gone, detail: 'gone otherwise' });
    expect((await ofWithdrawal()).slice(before)).toEqual(['RedemptionContradicted', 'PayoutHeld']);
    expect(new Set(deps.alerts.map(({ what }) => what))).toEqual(
      new Set(['A redemption contradicts itself about a debit']),
    );
    await requestPayout(deps)(step);
    expect((await ofWithdrawal()).slice(before)).toEqual(['RedemptionContradicted', 'PayoutHeld']);
    await doubtDebit(deps)('wd1', { detail: 'gone again', causeEventId: 'accepted2' });
    expect((await ofWithdrawal()).slice(before + 2)).toEqual(['RedemptionContradicted']);
    const released = { type: 'ReleasePayout', doubtsRefuted: 2, now: deps.clock.iso() } as const;
    await askPayout(deps, step.stream, { context: asking('release'), command: released });
    await requestPayout(deps)(step);
    expect((await ofWithdrawal()).slice(before + 3)).toEqual(['PayoutReleased', 'PayoutRequested']);
  });

  test('changes no stream of a wallet, and is not reported for an unknown withdrawal', async () => {
    const { deps, ofWallet } = await settled();
    const before = await ofWallet();
    await doubtDebit(deps)('wd1', gone);
    await doubtDebit(deps)('wd2', gone);
    expect([await ofWallet(), deps.alerts.length]).toEqual([before, 1]);
  });
});
