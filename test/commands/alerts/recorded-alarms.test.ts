import { alertOf } from '../../../commands/alerts/alert-of';
import { alarmIn, alertRecorded } from '../../../commands/alerts/recorded-alarms';
import { EVERY_EVENT_TYPE, event } from '../../../packages/testing/src/samples/sample-events';
import { core } from '../../core';

const detail = 'paid twice';

test.each([
  [
    'payout-contradicted',
    event('PayoutContradicted', { providerKey: 'k1', detail }),
    { stream: 's', providerKey: 'k1', detail },
  ],
  [
    'redemption-contradicted',
    event('RedemptionContradicted', { redemptionKey: 'r1', detail }),
    { stream: 's', redemptionKey: 'r1', detail },
  ],
  ['cashin-contradicted', event('CashinContradicted', { about: 'E1', detail }), { stream: 's', about: 'E1', detail }],
  [
    'split-owed',
    event('CashinCompleted', { splitCents: '25', splitOwedCents: '75' }),
    { stream: 's', cents: '75', amountCents: '100' },
  ],
  ['split-lost', event('CashinFailed', { splitAppliedCents: '75' }), { stream: 's' }],
  ['refund-refused', event('ChargeRefundRejected', { nextAttemptAt: null }), { stream: 's', endToEndId: 'E1' }],
  [
    'kyc-sanctions',
    event('KycSessionStatusChanged', { sessionId: 'ses1', provider: 'sandbox', rejectionReason: 'SANCTIONS' }),
    { sessionId: 'ses1', provider: 'sandbox' },
  ],
] as const)('raises %s when it is recorded', (kind, recorded, facts) => {
  const { alert, alerts } = core();
  alertRecorded(alert, 's', [event('PayoutHeld'), recorded]);
  expect(alerts.map((each) => each.facts)).toEqual([facts]);
  expect(alertOf(alerts[0]?.what ?? '', facts).kind).toBe(kind);
});

test('raises an alert for every contradiction and for no usual event', () => {
  const usual = (type: (typeof EVERY_EVENT_TYPE)[number]) =>
    type === 'CashinFailed' ? event(type, { splitAppliedCents: '0' }) : event(type);
  const told = EVERY_EVENT_TYPE.filter((type) => alarmIn('s', usual(type)) !== null);
  expect(told.sort()).toEqual(EVERY_EVENT_TYPE.filter((type) => /Contradicted$/.test(type)).sort());
});
