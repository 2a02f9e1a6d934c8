import { alertOf } from '../../../commands/alerts/kinds';
import { alarmIn } from '../../../commands/alerts/recorded-alarms';
import { EVERY_EVENT_TYPE, event } from '../../samples/sample-events';

test.each([
  ['split-owed', event('CashinCompleted', { splitOwedCents: '75' }), { intentId: 'cash1', cents: '75' }],
  ['split-lost', event('CashinFailed', { splitAppliedCents: '75' }), { stream: 's' }],
  ['refund-refused', event('ChargeRefundRejected', { nextAttemptAt: null }), { stream: 's', endToEndId: 'E1' }],
  [
    'kyc-sanctions',
    event('KycSessionStatusChanged', { sessionId: 'ses1', provider: 'sandbox', rejectionReason: 'SANCTIONS' }),
    { sessionId: 'ses1', provider: 'sandbox' },
  ],
] as const)('%s is told of what was recorded', (kind, recorded, facts) => {
  const alarm = alarmIn('s', recorded);
  expect(alarm?.facts).toEqual(facts);
  expect(alertOf(alarm?.says ?? '', alarm?.facts ?? {}).kind).toBe(kind);
});

test('every contradiction is told of, and nothing else as it happens every day', () => {
  const usual = (type: (typeof EVERY_EVENT_TYPE)[number]) =>
    type === 'CashinFailed' ? event(type, { splitAppliedCents: '0' }) : event(type);
  const told = EVERY_EVENT_TYPE.filter((type) => alarmIn('s', usual(type)) !== null);
  expect(told.sort()).toEqual(EVERY_EVENT_TYPE.filter((type) => /Contradicted$/.test(type)).sort());
});
