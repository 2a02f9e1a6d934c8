import type { LedgerEvent } from '../../../aggregates/events';
import { type StreamName } from '../../../aggregates/stream';
import { readTroubles, type Trouble } from '../../../commands/trouble/read-troubles';
import { core, happened } from '../../core';
import { time } from '../../samples/sample-data';
import { event } from '../../samples/sample-events';

const OPEN = [event('CashoutIntentCreated'), event('DepositAccepted'), event('PayoutRequested')] as const;
const SENT = [...OPEN, event('PayoutDispatched')] as const;
const REDEEMING = [event('WithdrawalRequested'), event('RedemptionSent')] as const;
const CASHIN = [event('CashinIntentCreated'), event('PixReceived')] as const;
const word = { proposedBy: 'ana' } as const;

test.each<[string, StreamName, readonly LedgerEvent[], readonly Partial<Trouble>[]]>([
  [
    'a payout that an operator holds',
    'cashout-cid1',
    [...OPEN, event('PayoutHeld', { heldAt: time(81) })],
    [
      {
        paymentId: 'cid1',
        step: 'PAYOUT',
        phase: 'REQUESTED',
        heldAt: time(81),
        contradiction: null,
        proposedBy: null,
      },
    ],
  ],
  [
    'a payout with a word',
    'cashout-cid1',
    [...SENT, event('PayoutOutcomeUnknown'), event('PayoutDecisionProposed', word)],
    [{ step: 'PAYOUT', phase: 'UNKNOWN', heldAt: null, proposedBy: 'ana' }],
  ],
  ['no payout that has settled', 'cashout-cid1', [...SENT, event('PayoutSettled'), event('CashoutCompleted')], []],
  [
    'a debit in contradiction',
    'withdrawal-wd1',
    [...REDEEMING, event('RedemptionContradicted', { detail: 'gone' })],
    [{ paymentId: 'wd1', step: 'REDEMPTION', phase: 'SENT', contradiction: 'gone' }],
  ],
  [
    'a delivery',
    'cashin-cash1',
    [...CASHIN, event('PixAccepted')],
    [{ paymentId: 'cash1', step: 'DELIVERY', phase: 'NONE' }],
  ],
  [
    'a refund of a PIX',
    'cashin-cash1',
    [...CASHIN, event('ChargeRefundDue')],
    [{ step: 'REFUND', phase: 'DUE', pix: 'E1' }],
  ],
  ['nothing of a user', 'user-u1', [event('UserRegistered')], []],
])('lists %s', async (_what, stream, history, troubles) => {
  const deps = core();
  await happened(deps.eventStore, ...history);
  expect(await readTroubles(deps, stream)).toMatchObject(troubles);
});
