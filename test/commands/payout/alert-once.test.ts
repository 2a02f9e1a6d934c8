import { alertOnce } from '../../../commands/payout/alert-once';
import { core } from '../../core';

test('what lasts is told once, and each other thing too', () => {
  const { alert, alerts } = core();
  const once = alertOnce(alert);
  once('gone', { stream: 'a' });
  once('gone', { stream: 'a' });
  once('gone', { stream: 'b' });
  once('back', { stream: 'a' });
  expect(alerts.map(({ what, facts }) => [what, facts['stream']])).toEqual([
    ['gone', 'a'],
    ['gone', 'b'],
    ['back', 'a'],
  ]);
});

test('so many are remembered: the oldest is forgotten first', () => {
  const { alert, alerts } = core();
  const once = alertOnce(alert, 2);
  for (const stream of ['a', 'b', 'c', 'c', 'b', 'a']) once('gone', { stream });
  expect(alerts.map(({ facts }) => facts['stream'])).toEqual(['a', 'b', 'c', 'a']);
});
