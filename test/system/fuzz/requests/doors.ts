import type { Operation, Schema } from './document';

/** Callbacks are known by the signature over their bytes, and not by a header that the document describes. */
export const CALLBACK_SCHEME = 'callback';

const RECEIPT = '/receipts/{token}';

const callback: Schema = {
  type: 'object',
  required: ['id', 'type', 'key', 'at'],
  properties: {
    id: { type: 'string' },
    type: { type: 'string', enum: ['payout.changed', 'charge.changed', 'kyc.changed', 'other.changed'] },
    key: { type: 'string' },
    at: { type: 'string', example: '2026-11-20T12:00:00.000Z' },
  },
};

const provider = { name: 'provider', in: 'path', schema: { type: 'string', enum: ['sandbox'] } } as const;

const door = (path: string): Operation => ({
  ...{ method: 'POST', path, scheme: CALLBACK_SCHEME },
  ...{ parameters: [provider], body: callback },
});

/** Routes of the service that are no part of its API, and so of no document. */
export const DOORS: readonly Operation[] = [
  door('/webhooks/bank/{provider}'),
  door('/webhooks/bank/{provider}/pix'),
  door('/webhooks/kyc/{provider}'),
  {
    ...{ method: 'GET', path: RECEIPT, scheme: null, body: null },
    parameters: [{ name: 'token', in: 'path', schema: { type: 'string' } }],
  },
];

/** The one answer that is a page. */
export const isReceiptPage = ({ method, path }: { readonly method: string; readonly path: string }): boolean =>
  ['GET', 'HEAD'].includes(method) && /^\/receipts\/[^/]+\/?$/i.test(path.split('?')[0] ?? '');
