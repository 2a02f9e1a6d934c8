import { readFileSync } from 'node:fs';
import path from 'node:path';
import { alertOf } from '../../../commands/alerts/alert-of';
import { ALERT_KIND_NAMES, ALERT_KINDS, type AlertKind } from '../../../commands/alerts/kinds';
import { expectEveryRow } from '../../every-row';

const kinds = Object.entries<AlertKind>(ALERT_KINDS);

describe('the kind of an alert', () => {
  test('lists each sentence in one kind', () => {
    const sentences = kinds.flatMap(([, { says }]) => says);
    expect(new Set(sentences).size).toBe(sentences.length);
    for (const [name, { says }] of kinds) {
      for (const [severity, sentence] of says.entries())
        expect(alertOf(sentence, {})).toMatchObject({ kind: name, severity });
    }
  });

  test('identifies an alert by its facts alone', () => {
    const says = 'The outcome of a payout is unknown';
    const first = alertOf(says, { stream: 'cashout-a', providerKey: 'k1', since: '1' });
    expect(first).toEqual({ kind: 'payout-unknown', subject: 'cashout-a k1', severity: 0 });
    expect(alertOf(says, { stream: 'cashout-a', providerKey: 'k1', since: '2' })).toEqual(first);
    expect(alertOf(says, { stream: 'cashout-a', providerKey: 'k2' })).not.toEqual(first);
    expect(alertOf(says, { stream: 'cashout-b', providerKey: 'k1' })).not.toEqual(first);
  });

  test('keeps kind and subject of an alert when its text is more serious', () => {
    const facts = { stream: 'cashout-a', providerKey: 'k1' };
    const graver = alertOf('The outcome of a payout is unknown: an operator must decide', facts);
    expect(graver).toEqual({ kind: 'payout-unknown', subject: 'cashout-a k1', severity: 1 });
  });

  test('makes a subject of limited length when a fact is missing or very long', () => {
    const says = 'A payout provider gave an impossible answer';
    expect(alertOf(says, { stream: 's', providerKey: 'k' }).subject).toBe('s k unknown');
    expect(alertOf(says, { stream: 's', providerKey: 'k', detail: 'x'.repeat(100_000) }).subject).toHaveLength(204);
    expect(alertOf('y'.repeat(100_000), {}).subject).toHaveLength(200);
  });

  test('makes an alert of a text that no list contains', () => {
    expect(alertOf('Something else', { a: 'b' })).toEqual({ kind: 'unlisted', subject: 'Something else', severity: 0 });
  });
});

test('finds a row for each kind of alert in docs/operations/metrics.md', () =>
  expectEveryRow(ALERT_KIND_NAMES, String, (name) => {
    const page = readFileSync(path.join(__dirname, '../../../docs/operations/metrics.md'), 'utf8');
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` \\| \\S.+ \\| \\S.+ \\| \\S.+ \\|$`, 'm'));
  }));
