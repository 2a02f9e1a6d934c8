import { createHash } from 'node:crypto';
import { toDecimal } from '../../../aggregates/money';
import type { Receipt } from '../../reads/receipts/receipt';
import { invoiceTypeOf } from '../shared/invoice-type';
import { statusOf } from './receipt-pages';

const STYLE = [
  'body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color:#222}',
  'h1{font-size:1.25rem}strong{color:#a00}',
  'dt{font-size:.8rem;color:#666}dd{margin:0 0 .75rem;overflow-wrap:anywhere}',
].join('');

/** Allows this page's own style only: no script, no image, no frame, no form. */
export const RECEIPT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = (title: string, content: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow, noarchive">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`;

export const NO_RECEIPT = page('No such receipt', '<p>There is no receipt behind this link.</p>');

/** Without the PIN of a gift card, and with the payee as every other answer shows it: masked. */
export const receiptHtml = (receipt: Receipt): string =>
  page('Receipt', `${bannerOf(receipt)}<dl>\n${rowsOf(receipt).map(row).join('\n')}\n</dl>`);

const bannerOf = ({ mode }: Receipt): string =>
  mode === 'sandbox' ? '<p><strong>SANDBOX – SEM VALOR</strong></p>\n' : '';

type Row = readonly [name: string, value: string];

const rowsOf = (receipt: Receipt): readonly Row[] => [
  ['Status', statusOf(receipt)],
  ['Paid', brl(receipt.paidCents)],
  ...(receipt.returnedCents === 0n ? [] : [['Returned', brl(receipt.returnedCents)] as const]),
  ['By', invoiceTypeOf(receipt.payoutKind)],
  ['To', receipt.payeeMasked],
  ['At', receipt.paidAt],
  ...(receipt.endToEndId === null ? [] : [['End-to-end id', receipt.endToEndId] as const]),
  ['Payment', receipt.paymentId],
  ...(receipt.transfer === null
    ? []
    : [['Transaction', `${receipt.transfer.txid} (${receipt.transfer.network})`] as const]),
];

const brl = (cents: bigint): string => `R$ ${toDecimal(cents, 2)}`;

const row = ([name, value]: Row): string => `<dt>${name}</dt><dd>${escaped(value)}</dd>`;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Names of networks, banks' ids and masked payees are texts of others. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
