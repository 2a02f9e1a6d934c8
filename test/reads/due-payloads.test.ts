import { duePayloads } from '../../src/reads/due-payloads';

const match = {
  verdict: 'MATCH',
  depositId: 'd1',
  intentId: 'cid1',
  reason: null,
  candidates: [],
  inTime: false,
  ruleVersion: 1,
  causeEventId: 'e1',
} as const;
const step = { stream: 'cashout-cid1', causeEventId: 'e1', providerKey: 'key1', sinceMs: 5 };

test('gives each item exactly the fields of its command', () => {
  expect(duePayloads['match-deposit'](match)).toEqual({
    verdict: 'MATCH',
    depositId: 'd1',
    intentId: 'cid1',
    causeEventId: 'e1',
  });
  const unmatched = { ...match, verdict: 'UNMATCHED', intentId: null, reason: 'LATE', inTime: true } as const;
  const { intentId: _, ...left } = unmatched;
  expect(duePayloads['match-deposit'](unmatched)).toEqual(left);
  expect(duePayloads['expire-cashout']({ intentId: 'cid1' })).toEqual({ intentId: 'cid1' });
  for (const kind of ['request-payout', 'dispatch-payout'] as const) {
    expect(duePayloads[kind](step)).toEqual({ stream: 'cashout-cid1', causeEventId: 'e1' });
  }
  expect(duePayloads['resolve-payout'](step)).toEqual(step);
});

test('gives a step of a cash-in exactly the fields of its command', () => {
  const item = { intentId: 'cash1', causeEventId: 'e1', subject: 'k1', endToEndId: 'E1', sinceMs: 5 };
  const asked = { intentId: 'cash1', causeEventId: 'e1' };
  expect(duePayloads['create-charge'](item)).toEqual(asked);
  for (const kind of ['watch-charge', 'expire-cashin', 'request-delivery', 'send-delivery'] as const)
    expect(duePayloads[kind](item)).toEqual({ ...asked, sinceMs: 5 });
  expect(duePayloads['resolve-delivery'](item)).toEqual({ ...asked, sinceMs: 5, deliveryId: 'k1' });
  expect(duePayloads['dispatch-refund'](item)).toEqual({ ...asked, sinceMs: 5, endToEndId: 'E1' });
  expect(duePayloads['resolve-refund'](item)).toEqual({ ...asked, sinceMs: 5, endToEndId: 'E1', refundKey: 'k1' });
  const sweep = { partnerId: 'p1', mode: 'live', provider: 'x', sinceMs: 5 } as const;
  expect(duePayloads['sweep-credits'](sweep)).toEqual(sweep);
  const bare = { ...item, subject: null, endToEndId: null };
  expect(() => duePayloads['resolve-delivery'](bare)).toThrow('lacks subject');
  expect(() => duePayloads['dispatch-refund'](bare)).toThrow('lacks endToEndId');
});

test('gives a step of a debit the fields of its command', () => {
  const orphan = { withdrawId: 'wd1', causeEventId: 'e1', network: 'ethereum', wallet: '0xcc' };
  const due = { ...orphan, partnerId: 'p1', userId: 'u1', mode: 'sandbox', sinceMs: 5 } as const;
  const { sinceMs, ...abandoned } = due;
  expect(duePayloads['abandon-withdrawal'](due)).toEqual(abandoned);
  const redemption = { stream: 'withdrawal-wd1', causeEventId: 'e1' };
  expect(duePayloads['give-back'](due)).toEqual(redemption);
  expect(duePayloads['ask-overruled-debit'](due)).toEqual(redemption);
  for (const kind of ['send-redemption', 'resolve-redemption'] as const)
    expect(duePayloads[kind](due)).toEqual({ ...redemption, sinceMs });
});

test('throws when an item lacks a field of its command', () => {
  expect(() => duePayloads['match-deposit']({ ...match, intentId: null })).toThrow('lacks intentId');
  expect(() => duePayloads['match-deposit']({ ...match, verdict: 'UNMATCHED' })).toThrow('lacks reason');
  expect(() => duePayloads['resolve-payout']({ ...step, providerKey: null })).toThrow('lacks providerKey');
  expect(() => duePayloads['request-payout']({ ...step, stream: 'cid1' })).toThrow('Not a valid stream name: cid1');
});
