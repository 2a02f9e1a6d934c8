import { randomUUID } from 'node:crypto';
import { parseBrCode } from '../../aggregates/codes/br-code';
import type { Reply } from './bank-server';

// Answers of the documents: docs.asaas.com, pages transfer-events, bill-events and the reference of each resource.

export type Resource = 'transfers' | 'bill' | 'pix';

export interface Held {
  readonly resource: Resource;
  readonly id: string;
  /** In centavos. */
  readonly cents: number;
  readonly told: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
  readonly endToEndIdentifier: string;
  failure: string | null;
  refundedCents: number;
}

export interface Books {
  readonly orders: Held[];
  /** Centavos by bar code. */
  readonly boletos: Map<string, number>;
  /** Centavos by the location of a code. */
  readonly charges: Map<string, number>;
  /** In centavos. */
  balance: number;
  settleMs: number;
  /** The fault of the next order: `refused` is the error before anything is made. */
  next: { readonly cents?: number; readonly failure?: string; readonly refused?: Fault };
}

interface Fault {
  readonly code: string;
  readonly description: string;
}

export const openBooks = (): Books => ({
  ...{ orders: [], boletos: new Map(), charges: new Map(), balance: 10 ** 15, settleMs: 1_000, next: {} },
});

type Body = Readonly<Record<string, unknown>>;

const refuse = (code: string, description: string): Reply => ({
  status: 400,
  body: { errors: [{ code, description }] },
});

const accept = (body: unknown): Reply => ({ status: 200, body });

/** A JSON number of reais. */
const reais = (cents: number): number => Number((cents / 100).toFixed(2));
const centsIn = (value: unknown): number | null => (typeof value === 'number' ? Math.round(value * 100) : null);

/** In Brasília. */
const dayAt = (ms: number): string => new Date(ms - 3 * 3_600_000).toISOString().slice(0, 10);

const DONE = { transfers: 'DONE', bill: 'PAID', pix: 'DONE' } as const;
const OPEN = { transfers: 'PENDING', bill: 'PENDING', pix: 'REQUESTED' } as const;

const shown = ({ settleMs }: Books, held: Held, nowMs: number) => {
  const { resource, id, cents, told, createdAtMs, endToEndIdentifier, failure, refundedCents } = held;
  const isDone = failure === null && nowMs >= createdAtMs + settleMs;
  const status = failure === null ? (isDone ? DONE[resource] : OPEN[resource]) : 'CANCELLED';
  const paidOn = isDone ? dayAt(createdAtMs + settleMs) : null;
  const all = { id, status, value: reais(cents), dateCreated: dayAt(createdAtMs), ...told };
  const receipt = { transactionReceiptUrl: isDone ? `https://www.asaas.com/comprovantes/${id}` : null };
  if (resource === 'bill')
    return { object: 'bill', ...all, ...receipt, fee: 0, paymentDate: paidOn, failReasons: failure ? [failure] : null };
  const sent = { ...all, ...receipt, endToEndIdentifier: isDone ? endToEndIdentifier : null };
  if (resource === 'pix') {
    const more = { type: 'DEBIT', originType: 'STATIC_QRCODE', refundedValue: reais(refundedCents) };
    return { ...sent, ...more, effectiveDate: paidOn, refusalReason: failure };
  }
  const { pixAddressKey } = told;
  const bankAccount = { ownerName: 'Fulano de Tal', cpfCnpj: '***.000.000-**', pixAddressKey };
  const fees = { netValue: reais(cents), transferFee: 0 };
  return { object: 'transfer', ...sent, ...fees, bankAccount, effectiveDate: paidOn, failReason: failure };
};

interface Placing {
  readonly resource: Resource;
  readonly told: Body;
  /** In centavos. */
  readonly asked: number;
}

/** Every order moves money, here and nowhere else, but for those that fail. */
const place = (books: Books, { resource, told, asked }: Placing, nowMs: number): Reply => {
  const { cents = asked, failure = null, refused } = books.next;
  books.next = {};
  if (refused !== undefined) return refuse(refused.code, refused.description);
  if (books.balance < cents) return refuse('invalid_action', 'Saldo insuficiente para realizar esta operação.');
  if (failure === null) books.balance -= cents;
  const endToEndIdentifier = `E19540550${randomUUID().slice(0, 23)}`;
  const order = { resource, id: randomUUID(), cents, told, createdAtMs: nowMs, endToEndIdentifier, failure };
  const held: Held = { ...order, refundedCents: 0 };
  books.orders.push(held);
  return accept(shown(books, held, nowMs));
};

export const transfer = (books: Books, { value, ...told }: Body, nowMs: number): Reply => {
  const cents = centsIn(value);
  if (cents === null || told['operationType'] !== 'PIX') return refuse('invalid_value', 'Valor inválido.');
  return place(books, { resource: 'transfers', told, asked: cents }, nowMs);
};

/** Null: no code that Asaas reads. Without an amount the payer chooses. */
const codeOf = (books: Books, payload: unknown) => {
  const read = parseBrCode(String(payload));
  if (!read.ok) return null;
  const { location, amountCents, key, payeeName, txid } = read.code;
  const charged = location === null ? Number(amountCents ?? 0) : books.charges.get(location);
  return charged === undefined ? null : { cents: charged, isStatic: location === null, key, payeeName, txid };
};

export const decode = (books: Books, { payload }: Body): Reply => {
  const code = codeOf(books, payload);
  if (code === null) return refuse('invalid_payload', 'O QR Code informado é inválido.');
  const { cents, isStatic, key, payeeName: name, txid } = code;
  const value = reais(cents);
  const amounts = { value, totalValue: value, interest: 0, fine: 0, discount: 0 };
  const may = { canBePaid: true, canBePaidWithDifferentValue: cents === 0, cannotBePaidReason: null };
  const receiver = { ispb: 19540550, name, cpfCnpj: '***.000.000-**' };
  const named = { conciliationIdentifier: txid, pixKey: key?.key ?? null, expirationDate: null };
  return accept({ payload, type: isStatic ? 'STATIC' : 'DYNAMIC', ...named, ...amounts, ...may, receiver });
};

/** The code's own amount counts where it has one. */
export const payCode = (books: Books, { value, description, qrCode }: Body, nowMs: number): Reply => {
  const code = codeOf(books, (qrCode as Body | undefined)?.['payload']);
  const cents = centsIn(value);
  if (code === null || cents === null) return refuse('invalid_payload', 'O QR Code informado é inválido.');
  const asked = code.cents === 0 ? cents : code.cents;
  return place(books, { resource: 'pix', told: { description }, asked }, nowMs);
};

/** A line of 47 digits holds those of its bar code in another order. */
const barcodeOf = (line: string): string =>
  line.slice(0, 4) + line.slice(32) + line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);

export const simulate = (books: Books, { barCode }: Body, nowMs: number): Reply => {
  const cents = books.boletos.get(String(barCode));
  if (cents === undefined) return refuse('invalid_object', 'Não foi possível consultar a linha digitável.');
  const bankSlipInfo = { value: reais(cents), dueDate: '2026-12-20', beneficiaryName: 'LOJA', isOverdue: false };
  return accept({ minimumScheduleDate: dayAt(nowMs), fee: 0, bankSlipInfo });
};

export const payBill = (books: Books, { value: _value, ...told }: Body, nowMs: number): Reply => {
  const cents = books.boletos.get(barcodeOf(String(told['identificationField'])));
  if (cents === undefined) return refuse('invalid_object', 'Linha digitável inválida.');
  return place(books, { resource: 'bill', told, asked: cents }, nowMs);
};

/** Newest first. */
export const list = (books: Books, resource: Resource, asked: URLSearchParams, nowMs: number): Reply => {
  const [offset, limit] = [Number(asked.get('offset') ?? 0), Number(asked.get('limit') ?? 10)];
  const [from, endToEnd] = [asked.get('dateCreated[ge]') ?? '', asked.get('endToEndIdentifier')];
  const isAsked = (held: Held): boolean =>
    (held.resource === resource || (resource === 'pix' && held.resource === 'transfers')) &&
    (resource !== 'transfers' || dayAt(held.createdAtMs) >= from) &&
    (endToEnd === null || held.endToEndIdentifier === endToEnd);
  const all = books.orders.filter(isAsked).toReversed();
  const data = all.slice(offset, offset + limit).map((held) => ofResource(books, resource, held, nowMs));
  const hasMore = offset + limit < all.length;
  return accept({ object: 'list', hasMore, totalCount: all.length, limit, offset, data });
};

/** A transfer by key is a transaction too, under another id. */
const ofResource = (books: Books, resource: Resource, held: Held, nowMs: number) => {
  if (held.resource === resource) return shown(books, held, nowMs);
  const transaction = shown(books, { ...held, resource: 'pix', id: `pix-${held.id}`, told: {} }, nowMs);
  return { ...transaction, originType: 'ADDRESS_KEY', description: null };
};
