import { alertContradictions, CONTRADICTION_TYPES } from '../../../commands/alerts/contradictions';
import { alertOf } from '../../../commands/alerts/kinds';
import { core } from '../../core';
import { EVERY_EVENT_TYPE, event } from '../../samples/sample-events';

test('every event that is a contradiction is told of', () => {
  expect([...CONTRADICTION_TYPES].sort()).toEqual(EVERY_EVENT_TYPE.filter((type) => /Contradicted$/.test(type)).sort());
});

test.each([
  ['PayoutContradicted', 'payout-contradicted', 'providerKey'],
  ['RedemptionContradicted', 'redemption-contradicted', 'redemptionKey'],
  ['CashinContradicted', 'cashin-contradicted', 'about'],
] as const)('%s is told as %s, with its stream, and nothing else is', (type, kind, about) => {
  const { alert, alerts } = core();
  const contradicted = event(type, { detail: 'paid twice' });
  alertContradictions(alert, 'stream-1', [event('PayoutHeld'), contradicted]);
  expect(alerts).toHaveLength(1);
  const [told] = alerts;
  expect(told?.facts).toEqual({
    ...{ stream: 'stream-1', detail: 'paid twice' },
    [about]: (contradicted.data as unknown as Record<string, string>)[about],
  });
  expect(alertOf(told?.what ?? '', told?.facts ?? {}).kind).toBe(kind);
});
