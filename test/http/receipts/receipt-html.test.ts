import { receiptHtml } from '../../../src/http/receipts/receipt-html';
import type { Receipt } from '../../../src/reads/receipts/receipt';

const receipt: Receipt = {
  ...{ paymentId: 'cid1', userId: 'u1', mode: 'live', payoutKind: 'PIX_KEY' },
  ...{ paidCents: 5n, returnedCents: 0n, payeeMasked: '***', endToEndId: null, paidAt: '2026-11-20T12:00:00.000Z' },
  transfer: { network: 'ethereum', txid: '0xd1' },
};

test('shows every word of banks and networks as text', () => {
  const html = receiptHtml({ ...receipt, endToEndId: '<script>alert(1)</script>', payeeMasked: `"*'&amp;` });
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('&quot;*&#39;&amp;amp;');
});

test('shows a live receipt with its value at any amount', () => {
  expect(receiptHtml(receipt)).not.toContain('SEM VALOR');
  expect(receiptHtml(receipt)).toContain('R$ 0.05');
});
