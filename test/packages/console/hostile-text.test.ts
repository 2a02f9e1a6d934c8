import { PaymentView } from '../../../packages/console/operators/payments/payment-view';
import { Id } from '../../../packages/console/parts/values/id';
import { Text } from '../../../packages/console/parts/values/text';
import { visible, visibleText } from '../../../packages/console/parts/values/visible';
import type { OpsWebhook } from '../../../packages/console/wire';
import { drawn, textIn } from './drawn';
import { deposit, event, page, payment, payout, time } from './sample-page';

const nothing = () => undefined;

describe('visible', () => {
  test.each([
    ['a zero-width space', 'a\u200Bb', 'a[U+200B]b'],
    ['a right-to-left override', 'gnp\u202Eexe', 'gnp[U+202E]exe'],
    ['isolates and marks of direction', '\u2067\u200Fx\u2069', '[U+2067 U+200F]x[U+2069]'],
    ['a lone surrogate', 'a\uD800b\uDC00', 'a[U+D800]b[U+DC00]'],
    ['a control', 'a\u0000\u001B[31mb\u0085', 'a[U+0000 U+001B][31mb[U+0085]'],
    ['a soft hyphen and a byte order mark', '\uFEFFa\u00ADb', '[U+FEFF]a[U+00AD]b'],
    ['letters without a picture', '\u3164\u115F\u2800', '[U+3164 U+115F U+2800]'],
    ['spaces of other widths', 'a\u00A0b\u2003c', 'a[U+00A0]b[U+2003]c'],
    ['characters of tags', 'a\u{E0041}', 'a[U+E0041]'],
    ['a pile of marks', `e${'\u0301'.repeat(6)}`, `e${'\u0301'.repeat(4)}[U+0301 U+0301]`],
  ])('names %s', (_what, text, shown) => {
    expect(visibleText(text, 1_000)).toBe(shown);
  });

  test('leaves letters, lines, tabs and emoji unchanged', () => {
    const text = 'São Paulo\n\tعربي 日本 ❤\uFE0F 😀 é';
    expect(visible(text, 1_000).pieces).toEqual([{ text, isMarked: false }]);
  });

  test('counts a long run of one mark', () => {
    expect(visibleText('\u200B'.repeat(20), 1_000)).toBe('[U+200B ×20]');
  });

  test('keeps at most the limit, and never half of a pair', () => {
    expect(visible('x'.repeat(100_000), 300).left).toBe(99_700);
    expect(visible(`${'x'.repeat(9)}😀`, 10)).toEqual({ pieces: [{ text: 'x'.repeat(9), isMarked: false }], left: 2 });
  });
});

test('Text draws markup as text, and a button for the rest', () => {
  const html = drawn(Text, { children: `<script>alert(1)</script>${'x'.repeat(100_000)}` });
  expect(html).toContain('&lt;script>');
  expect(html).not.toContain('<script');
  expect(html.length).toBeLessThan(1_000);
  expect(textIn(html)).toContain('99,725 more characters');
});

test('Id shows invisible characters, and the text that a click copies', () => {
  const html = drawn(Id, { children: 'abc\u202Edef' });
  expect(html).not.toContain('\u202E');
  expect(html.match(/\[U\+202E\]/g)).toHaveLength(2);
});

const HOSTILE = `"><img src=x onerror=alert(1)>\u202Egnp\u200B\uD800${'A'.repeat(100_000)}`;

const webhook: OpsWebhook = {
  ...{ deliveryId: 'evt_1', event: HOSTILE, status: 'EXHAUSTED', destination: HOSTILE, replays: 0, attempts: 4 },
  ...{ lastStatus: 500, lastError: HOSTILE, nextAttemptAt: null, createdAt: time(1), finishedAt: time(2) },
};

/** A page with hostile text in each field that a stranger may choose. */
const hostilePage = () => {
  const happened = event(1, {
    ...{ type: 'PayoutContradicted', actor: { kind: 'partner', id: HOSTILE }, reason: HOSTILE },
    data: { detail: HOSTILE, more: { [HOSTILE]: HOSTILE } },
  });
  const receipt = { url: 'javascript:alert(1)', paid: payout.amount, returned: payout.amount };
  return page(
    {
      ...{ reasonCode: HOSTILE, labels: [HOSTILE], webhooks: [webhook] },
      partner: { ...payment.partner, name: HOSTILE },
      terms: { ...payment.terms, reference: HOSTILE, memo: HOSTILE, network: HOSTILE },
      people: { ...payment.people, payee: { kind: 'PIX_KEY', shown: HOSTILE } },
      moneyIn: [{ ...deposit, memos: [HOSTILE], from: HOSTILE, txHash: HOSTILE, reason: HOSTILE }],
      moneyOut: [{ ...payout, code: HOSTILE, provider: HOSTILE, to: HOSTILE, endToEndId: HOSTILE }],
      receipts: [{ ...receipt, endToEndId: HOSTILE, paidAt: time(25) }],
    },
    [happened],
  );
};

describe('page of a payment with hostile text in every field', () => {
  const html = drawn(PaymentView, { page: hostilePage(), isAnswered: true, onReload: nothing, onEarlier: nothing });

  test('makes no element and no attribute from it', () => {
    const elements = [...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name]) => name);
    expect(elements).not.toContain('img');
    expect(html).not.toMatch(/<[^>]* onerror=[^>"]*>/);
    expect(html).not.toContain('href="javascript:');
  });

  test('shows invisible characters everywhere', () => {
    expect(html).not.toMatch(/[\u202E\u200B]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])/);
    expect(html.match(/U\+202E/g)?.length).toBeGreaterThan(15);
  });

  test('is bounded', () => {
    expect(html.length).toBeLessThan(60_000);
  });
});
