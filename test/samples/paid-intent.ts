import type { Mode } from '../../aggregates/partner/events';
import type { PayoutTerms } from '../../aggregates/quote/events';
import { type PayoutStep, requestPayout } from '../../commands/payout/request-payout';
import { intentCreated } from '../../packages/testing/src/samples/sample-data';
import { event } from '../../packages/testing/src/samples/sample-events';
import { core, happened } from '../core';

export const INSTRUCTION = { kind: 'PIX_BRCODE', brCode: '000201', amountIsFixed: true } as const;

/** A cash-out whose deposit has been accepted, its payee sealed in the vault. */
export const withPaidIntent = async (mode: Mode = 'sandbox', terms: Partial<PayoutTerms> = {}) => {
  const deps = core();
  const instruction = await deps.vault.seal('u1', JSON.stringify(INSTRUCTION));
  await happened(
    deps.eventStore,
    event('CashoutIntentCreated', { mode, payout: { ...intentCreated.payout, instruction, ...terms } }),
    event('DepositAccepted'),
  );
  return deps;
};

export const step: PayoutStep = { stream: 'cashout-cid1', causeEventId: 'cause1' };

/** The same, with the first attempt requested; `providerKey` is its key. */
export const withRequestedPayout = async (mode?: Mode) => {
  const deps = await withPaidIntent(mode);
  await requestPayout(deps)(step);
  const last = (await deps.eventStore.readStream('cashout-cid1')).at(-1);
  if (last?.type !== 'PayoutRequested') throw new Error('nothing was requested');
  return { ...deps, providerKey: last.data.providerKey };
};
