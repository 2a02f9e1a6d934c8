import { peggedBalance } from '../../../../aggregates/pegged-balance/pegged-balance';
import { withdrawal } from '../../../../aggregates/withdrawal/withdrawal';
import { balanceIdOf, streamIdOf } from '../../../../commands/handling/deterministic-ids';
import { handle } from '../../../../commands/handling/handle';
import { findAttempt, mustBeGivenBack } from '../../../../commands/withdrawal/redemption/find-attempt';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asking, core } from '../../../core';

const context = asking('withdraw');
const FIRST = streamIdOf(context.commandId);

const abandon = (deps: ReturnType<typeof core>, withdrawId: string) =>
  handle(deps, withdrawal, {
    ...{ id: withdrawId, context: asking(`abandon ${withdrawId}`) },
    command: { type: 'AbandonWithdrawal', withdrawId, now: deps.clock.iso() },
  });

const request = (deps: ReturnType<typeof core>, withdrawId: string) =>
  handle(deps, withdrawal, {
    ...{ id: withdrawId, context: asking(`request ${withdrawId}`) },
    command: { type: 'RequestWithdrawal', withdrawal: { ...event('WithdrawalRequested').data, withdrawId } },
  });

test('starts the first attempt under the ids of the request', async () => {
  const found = await findAttempt(core().eventStore, context);
  expect(found).toEqual({ withdrawId: FIRST, context, opened: null, abandonedId: null });
});

test('finds a begun withdrawal unchanged, with the position of its request', async () => {
  const deps = core();
  const { position } = await request(deps, FIRST);
  const opened = { withdrawal: { ...event('WithdrawalRequested').data, withdrawId: FIRST }, position };
  expect(await findAttempt(deps.eventStore, context)).toMatchObject({ withdrawId: FIRST, opened });
});

test('starts an abandoned withdrawal again, under its own stable ids', async () => {
  const deps = core();
  await abandon(deps, FIRST);
  const second = await findAttempt(deps.eventStore, context);
  expect(second).toMatchObject({ opened: null, abandonedId: FIRST });
  expect(second.withdrawId).not.toBe(FIRST);
  expect(second.context).toEqual({ ...context, commandId: expect.not.stringMatching(context.commandId) });
  expect(await findAttempt(deps.eventStore, context)).toEqual(second);
  await request(deps, second.withdrawId);
  const found = await findAttempt(deps.eventStore, context);
  expect(found.opened?.withdrawal.withdrawId).toBe(second.withdrawId);
});

test('refuses permanently after ten abandoned attempts', async () => {
  const deps = core();
  const seen = new Set<string>();
  for (let attempts = 0; attempts < 10; attempts += 1) {
    const { withdrawId } = await findAttempt(deps.eventStore, context);
    await abandon(deps, withdrawId);
    seen.add(withdrawId);
  }
  expect(seen.size).toBe(10);
  await expect(findAttempt(deps.eventStore, context)).rejects.toMatchObject({
    rejection: { code: 'SERVICE_UNAVAILABLE', isLasting: true },
  });
});

test('reads no stream for a request that cannot be repeated', async () => {
  const readStream = () => Promise.reject(new Error('nothing is to be read'));
  const fresh = { ...context, isFresh: true };
  expect(await findAttempt({ readStream }, fresh)).toMatchObject({ withdrawId: FIRST, context: fresh, opened: null });
});

test('waits until the previous attempt’s reservation is released', async () => {
  const deps = core();
  const wallet = { network: 'ethereum', wallet: '0xcc', partnerId: 'p1' };
  const promised = { ...wallet, withdrawId: 'wd1' };
  await mustBeGivenBack(deps, promised);
  const ask = (command: Parameters<typeof peggedBalance.decide>[1]) =>
    handle(deps, peggedBalance, { id: balanceIdOf(wallet), context: asking(command.type), command });
  await ask({ type: 'ReserveBalance', reservation: event('BalanceReserved').data });
  await expect(mustBeGivenBack(deps, promised)).rejects.toMatchObject({ rejection: { code: 'SERVICE_UNAVAILABLE' } });
  await ask({ type: 'ReleaseBalance', withdrawId: 'wd1', reason: 'ABANDONED', now: deps.clock.iso() });
  await mustBeGivenBack(deps, promised);
});
