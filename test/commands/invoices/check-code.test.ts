import { requestPayout } from '../../../commands/payout/request-payout';
import { dispatchPayout } from '../../../commands/payout/sending/dispatch-payout';
import type { PayoutMethod } from '../../../commands/ports/providers/payout-provider';
import type { ResolvedBoleto } from '../../../commands/ports/providers/resolved-payee';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { intentCreated, time } from '../../../packages/testing/src/samples/sample-data';
import { event } from '../../../packages/testing/src/samples/sample-events';
import { core, happened, typesOf } from '../../core';
import codes from '../../data/codes.json';
import { failed, offering, payout, scriptedProvider } from '../../doubles/scripted-provider';
import { step } from '../../samples/paid-intent';

const METHOD = { kind: 'BOLETO', barcode: '0'.repeat(44), line: '0'.repeat(47) } as const;
const registry: ResolvedBoleto = { amount: 15_000n, dueDate: null, payeeName: null, status: 'ACTIVE' };
const says = (differences: Partial<ResolvedBoleto> = {}): Result<ResolvedBoleto> => {
  return { ok: true, value: { ...registry, ...differences } };
};

const paying = async (answer: Result<ResolvedBoleto> | Error, method: PayoutMethod = METHOD) => {
  const deps = core();
  const instruction = await deps.vault.seal('u1', JSON.stringify(method));
  const { kind } = method;
  const created = event('CashoutIntentCreated', { payout: { ...intentCreated.payout, kind, instruction } });
  await happened(deps.eventStore, created, event('DepositAccepted'));
  await requestPayout(deps)(step);
  const bank = scriptedProvider({ create: [payout('SETTLED')] });
  const asked: string[] = [];
  const waits: number[] = [];
  const resolveBoleto = async ({ deadlineMs }: CallContext, barcode: string) => {
    asked.push(barcode);
    waits.push(deadlineMs - deps.clock.now());
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const wired = { ...deps, payoutProviders: offering({ ...bank.provider, resolveBoleto }) };
  await dispatchPayout(wired)(step);
  const events = await deps.eventStore.readStream('cashout-cid1');
  return {
    deps,
    bank,
    asked,
    waits,
    last: events.at(-1),
    types: (await typesOf(deps.eventStore, 'cashout-cid1')).slice(4),
  };
};

const PAID = ['PayoutSettled', 'CashoutCompleted'];
const REFUND = ['PayoutRejected', 'CashoutFailed', 'RefundDue'];

test.each([
  ['that costs what was quoted is paid', says(), PAID],
  ['whose amount is open is paid', says({ amount: null }), PAID],
  ['that costs more by now is not paid, and the deposit is owed back', says({ amount: 15_001n }), REFUND],
  ['that costs less by now neither', says({ amount: 14_999n }), REFUND],
  ['that somebody else has paid neither', says({ status: 'PAID' }), REFUND],
  ['that can no longer be paid neither', says({ status: 'EXPIRED' }), REFUND],
  ['that the registry no longer knows neither', failed('REJECTED', 'CODE_INVALID'), REFUND],
  ['about which the registry is silent is tried again later', failed('UNAVAILABLE'), ['PayoutRejected']],
  ['about which the adapter throws is tried again later', new Error('bug'), ['PayoutRejected']],
])('a boleto %s', async (_name, answer, types) => {
  const { bank, asked, types: happenedSince } = await paying(answer);
  expect(happenedSince).toEqual(types);
  expect([asked, bank.sent.length]).toEqual([[METHOD.barcode], types === PAID ? 1 : 0]);
});

test('asks within a third of the time in which the payout may be sent', async () => {
  const { waits, bank } = await paying(says());
  expect([waits, bank.sent[0]?.notAfter]).toEqual([[5_000], time(15)]);
});

test.each([
  [says({ amount: 1n }), 'AMOUNT_MISMATCH'],
  [says({ status: 'PAID' }), 'CODE_ALREADY_PAID'],
  [says({ status: 'EXPIRED' }), 'CODE_EXPIRED'],
])('names the reason: %#, %s', async (answer, reasonCode) => {
  const { deps } = await paying(answer);
  const events = await deps.eventStore.readStream('cashout-cid1');
  const failure = events.find(({ type }) => type === 'CashoutFailed');
  expect(failure?.data).toMatchObject({ reasonCode, refundDue: true, failedAt: time(0) });
});

test('refuses to send a composed BR Code that an earlier version quoted', async () => {
  const brCode = codes.refused.find(({ name }) => name === 'bcb-recurrence-plus-cob')?.code ?? '';
  const { bank, types } = await paying(says(), { kind: 'PIX_BRCODE', brCode, amountIsFixed: true });
  expect([types, bank.sent]).toEqual([REFUND, []]);
});
