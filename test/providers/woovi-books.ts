import { randomUUID } from 'node:crypto';
import { parseBrCode } from '../../aggregates/codes/br-code';
import type { Reply } from './bank-server';

// Answers of the documents: github woovibr/woovi-developers @bb0dddf, docs/payment, docs/boleto and openpix.json.

/** Money that left the account: what the log must equal. */
export interface Transfer {
  readonly correlationID: string;
  readonly value: number;
  readonly endToEndId: string;
}

interface Held {
  readonly correlationID: string;
  readonly value: number;
  readonly told: Readonly<Record<string, unknown>>;
  readonly createdAtMs: number;
  approvedAtMs: number | null;
  failure: string | null;
  endToEndId: string;
}

export interface Books {
  readonly orders: Map<string, Held>;
  readonly transfers: Transfer[];
  /** By end-to-end id of the transfer. */
  readonly returns: Map<string, readonly number[]>;
  /** Centavos by bar code. */
  readonly boletos: Map<string, number>;
  /** By location: the charge, and perhaps a recurrence beside it. */
  readonly charges: Map<string, { readonly original: string; readonly status?: string; readonly rec?: boolean }>;
  readonly missingKeys: Set<string>;
  balance: number;
  /** Part of the balance under an open dispute. */
  blocked: number;
  tokens: number;
  lookUps: number;
  /** The account approves in one request. */
  mayAutoApprove: boolean;
  settleMs: number;
  /** The fault of the next order. */
  next: { readonly value?: number; readonly failure?: string };
}

export const openBooks = (): Books => ({
  ...{ orders: new Map(), transfers: [], returns: new Map(), boletos: new Map(), charges: new Map() },
  ...{ missingKeys: new Set<string>(), balance: 10 ** 15, blocked: 0, tokens: 500, lookUps: 0 },
  ...{ mayAutoApprove: true, settleMs: 1_000, next: {} },
});

const refuse = (error: string, status = 400): Reply => ({ status, body: { error } });
const accept = (body: unknown): Reply => ({ status: 200, body });

const statusOf = ({ approvedAtMs, failure }: Held, { settleMs }: Books, nowMs: number): string => {
  if (failure !== null) return 'FAILED';
  if (approvedAtMs === null) return 'CREATED';
  return nowMs >= approvedAtMs + settleMs ? 'CONFIRMED' : 'APPROVED';
};

const shown = (books: Books, held: Held, nowMs: number) => {
  const { correlationID, value, told, endToEndId, failure } = held;
  const status = statusOf(held, books, nowMs);
  const payment = { value, status, correlationID, sourceAccountId: '6823414a524ed520d3518dd6', ...told };
  const time = new Date(nowMs).toISOString();
  if (status === 'FAILED')
    return { payment, transaction: { value, endToEndId, time, providerRejectedReason: failure } };
  if (status !== 'CONFIRMED') return { payment };
  const { destinationAlias } = told;
  return { payment, transaction: { value, endToEndId, time }, destination: { name: 'Dan', pixKey: destinationAlias } };
};

/** Money moves here and nowhere else. */
const approveHeld = (books: Books, held: Held, nowMs: number): Reply => {
  if (held.failure !== null) return refuse('Payment denied');
  if (held.approvedAtMs !== null) return refuse('Payment already confirmed');
  if (books.balance < held.value) return refuse('Você não possui saldo o suficiente para realizar esse pagamento');
  books.balance -= held.value;
  held.approvedAtMs = nowMs;
  books.transfers.push({
    correlationID: held.correlationID,
    value: held.value,
    endToEndId: held.endToEndId,
  });
  return accept(shown(books, held, nowMs));
};

const costOf = (books: Books, body: Readonly<Record<string, unknown>>): number | null => {
  const { type, value, qrCode, boletoBarcode } = body;
  if (type === 'BOLETO') return books.boletos.get(String(boletoBarcode)) ?? null;
  if (type === 'QR_CODE' && value === undefined) return codeOf(books, String(qrCode))?.cents ?? null;
  return typeof value === 'number' ? value : null;
};

interface Code {
  readonly cents: number | null;
  readonly decoded: object;
}

const codeOf = (books: Books, text: string): Code | null => {
  const read = parseBrCode(text);
  if (!read.ok) return null;
  const { payeeName: merchantName, key, location, amountCents, txid } = read.code;
  const emv = { merchantName, merchantCity: 'RECIFE', additionalDataFieldTemplate: { referenceLabel: txid } };
  if (location === null) {
    const transactionAmount = amountCents === null ? undefined : (Number(amountCents) / 100).toFixed(2);
    const account = { gui: 'br.gov.bcb.pix', key: key?.key };
    const decoded = { emv: { ...emv, transactionAmount, merchantAccountInformationPix: account } };
    return { cents: amountCents === null ? null : Number(amountCents), decoded: { ...decoded, recLocation: null } };
  }
  const charge = books.charges.get(location);
  if (charge === undefined) return null;
  const { original, status = 'ATIVA', rec = false } = charge;
  const calendar = { creation: '2026-11-20T00:00:00.000Z', expiration: 86_400_000 };
  const payload = { calendar, revision: 0, status, txid: 'd71a2ffd7a7b468eba993cef83428583', value: { original } };
  const cobLocation = { isValid: true, locationErrors: [], payload, url: location };
  const recLocation = rec ? { isValid: true, payload: { idRec: 'RR1' } } : null;
  return { cents: Math.round(Number(original) * 100), decoded: { emv, cobLocation, recLocation } };
};

export const create = (books: Books, body: Readonly<Record<string, unknown>>, nowMs: number): Reply => {
  const { correlationID: key, autoApprove, type, pixKeyEndToEndId, value: _value, ...told } = body;
  const correlationID = String(key);
  if (books.orders.has(correlationID)) return refuse('Já existe um pagamento com o correlationID fornecido');
  if (books.missingKeys.has(String(told['destinationAlias']))) return refuse('Chave pix não encontrada');
  const { value = costOf(books, body), failure = null } = books.next;
  books.next = {};
  if (value === null) return refuse('Código inválido');
  const endToEndId = typeof pixKeyEndToEndId === 'string' ? pixKeyEndToEndId : `E54811417${randomUUID().slice(0, 23)}`;
  const held: Held = {
    ...{ correlationID, value, told, createdAtMs: nowMs, approvedAtMs: null, failure, endToEndId },
  };
  books.orders.set(correlationID, held);
  if (failure === null && autoApprove === true && books.mayAutoApprove) return approveHeld(books, held, nowMs);
  return accept(shown(books, held, nowMs));
};

export const approve = (books: Books, { correlationID }: Readonly<Record<string, unknown>>, nowMs: number): Reply => {
  const held = books.orders.get(String(correlationID));
  return held === undefined ? refuse('Payment not found') : approveHeld(books, held, nowMs);
};

export const show = (books: Books, key: string, nowMs: number): Reply => {
  const held = books.orders.get(key);
  return held === undefined ? refuse('Payment not found') : accept(shown(books, held, nowMs));
};

export const list = (books: Books, asked: URLSearchParams, nowMs: number): Reply => {
  const [from, to] = ['start', 'end'].map((name) => Date.parse(asked.get(name) ?? ''));
  const [skip, limit] = ['skip', 'limit'].map((name) => Number(asked.get(name)));
  const all = [...books.orders.values()].filter(({ createdAtMs: at }) => at >= from! && at <= to!);
  const page = all.slice(skip!, skip! + limit!);
  const pageInfo = { skip, limit, hasPreviousPage: skip! > 0, hasNextPage: skip! + limit! < all.length };
  return accept({ pageInfo, status: 'OK', payments: page.map((held) => shown(books, held, nowMs)) });
};

/** All returns, whatever transfer is asked about. */
export const refunds = ({ returns }: Books): Reply => {
  const transactions = [...returns].flatMap(([endToEndId, values]) =>
    values.map((value, index) => ({
      ...{ value, type: 'REFUND', endToEndId: `D${index}${endToEndId.slice(2)}`, withdraw: { endToEndId } },
    })),
  );
  return accept({ status: 'OK', transactions });
};

export const decode = (books: Books, { emv }: Readonly<Record<string, unknown>>): Reply => {
  const code = codeOf(books, String(emv));
  return code === null ? refuse('Invalid EMV') : accept(code.decoded);
};

export const validate = (books: Books, { barcode }: Readonly<Record<string, unknown>>): Reply => {
  const totalValue = books.boletos.get(String(barcode));
  if (totalValue === undefined) return refuse('Boleto inválido');
  const finalBeneficiary = { name: 'WOOVI', taxID: '44720743000101' };
  return accept({ boleto: { barcode, expiresDate: '2026-06-27T02:59:59.999Z', totalValue, finalBeneficiary } });
};

export const check = (books: Books, { pixKey }: Readonly<Record<string, unknown>>): Reply => {
  books.lookUps += 1;
  if (books.tokens < 20) return refuse('You tried to consult many Pix keys that do not exist.', 429);
  const isMissing = books.missingKeys.has(String(pixKey));
  books.tokens -= isMissing ? 20 : 1;
  if (isMissing) return refuse('PIX_KEY_INFO_NOT_FOUND', 404);
  const owner = { name: 'Fulano de Tal', taxID: '000.***.***-91', psp: '12345678', branch: '****', account: '****' };
  return accept({ pixKeyEndToEndId: `E54811417${randomUUID().slice(0, 23)}`, pixKey, type: 'EMAIL', owner });
};
