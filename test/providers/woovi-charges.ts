import { randomUUID } from 'node:crypto';
import { buildStaticBrCode } from '../../aggregates/codes/build-br-code';
import type { Reply } from './bank-server';

// Answers of the documents: woovi-developers, src/swaggers/openpix.json, and docs/refund, docs/disputa.

interface Refund {
  readonly correlationID: string;
  /** In centavos. */
  readonly value: number;
  readonly endToEndId: string;
  status: 'IN_PROCESSING' | 'CONFIRMED' | 'REJECTED';
}

interface Payment {
  readonly endToEndId: string;
  /** In centavos. */
  readonly value: number;
  readonly atMs: number;
  readonly taxID: string;
  isHeld: boolean;
}

interface Charge {
  readonly told: Body;
  readonly createdAtMs: number;
  readonly payments: Payment[];
  readonly refunds: Refund[];
  isRemoved: boolean;
}

interface Dispute {
  readonly id: string;
  readonly endToEndId: string;
  status: 'CREATED' | 'REJECTED' | 'ACCEPTED';
}

export interface ChargeBooks {
  readonly charges: Map<string, Charge>;
  readonly disputes: Dispute[];
  /** The fault of the next one: `refused` is the error of a charge before anything is made. */
  next: { readonly refused?: string; readonly holds?: boolean; readonly failsRefund?: boolean };
}

type Body = Readonly<Record<string, unknown>>;

export const openChargeBooks = (): ChargeBooks => ({ charges: new Map(), disputes: [], next: {} });

const refuse = (error: string): Reply => ({ status: 400, body: { error } });
const accept = (body: unknown): Reply => ({ status: 200, body });
const isoOf = (ms: number): string => new Date(ms).toISOString();

const shown = ({ told, createdAtMs, payments }: Charge, nowMs: number) => {
  const { correlationID, value, expiresIn, customer } = told;
  const endMs = createdAtMs + Number(expiresIn) * 1_000;
  const transactionID = String(correlationID).replaceAll('-', '').slice(0, 25);
  const payee = { key: 'd94d2ebc-0b3e-4b48-8b96-2eddac9e4f0e', payeeName: 'LOJA', payeeCity: 'SAO PAULO' };
  const { name, taxID } = customer as { readonly name: string; readonly taxID: string };
  return {
    ...{ correlationID, value, transactionID, identifier: transactionID, type: 'DYNAMIC', comment: '', expiresIn },
    status: payments.length > 0 ? 'COMPLETED' : nowMs >= endMs ? 'EXPIRED' : 'ACTIVE',
    customer: { name, taxID: { taxID, type: 'BR:CPF' } },
    globalID: Buffer.from(`Charge:${correlationID}`).toString('base64'),
    brCode: buildStaticBrCode({ ...payee, amountCents: BigInt(Number(value)), txid: transactionID }),
    ...{ expiresDate: isoOf(endMs), createdAt: isoOf(createdAtMs), updatedAt: isoOf(createdAtMs) },
  };
};

export const createCharge = ({ charges, next }: ChargeBooks, told: Body, nowMs: number): Reply => {
  const key = String(told['correlationID']);
  if (next.refused !== undefined) return refuse(next.refused);
  if (charges.has(key)) return refuse('Já existe uma cobrança com o correlationID fornecido');
  if (Number(told['expiresIn']) < 300) return refuse('expiresIn must be at least 300');
  const charge: Charge = { told, createdAtMs: nowMs, payments: [], refunds: [], isRemoved: false };
  charges.set(key, charge);
  return accept({ charge: shown(charge, nowMs), correlationID: key, brCode: shown(charge, nowMs).brCode });
};

const found = ({ charges }: ChargeBooks, key: string): Charge | null => {
  const charge = charges.get(key);
  return charge === undefined || charge.isRemoved ? null : charge;
};

const NOT_FOUND = refuse('Cobrança não encontrada');

export const showCharge = (books: ChargeBooks, key: string, nowMs: number): Reply => {
  const charge = found(books, key);
  return charge === null ? NOT_FOUND : accept({ charge: shown(charge, nowMs) });
};

export const removeCharge = (books: ChargeBooks, key: string): Reply => {
  const charge = found(books, key);
  if (charge === null) return NOT_FOUND;
  if (charge.payments.length > 0) return refuse('A cobrança já foi paga');
  charge.isRemoved = true;
  return accept({ status: 'OK', id: key });
};

/** A PIX for a charge, of its amount and from its customer, also after its removal: it was on its way. */
export const payCharge = (books: ChargeBooks, key: string, atMs: number): Payment => {
  const charge = books.charges.get(key)!;
  const { taxID } = charge.told['customer'] as { readonly taxID: string };
  const endToEndId = `E18236120${randomUUID().replaceAll('-', '').slice(0, 23)}`;
  const value = Number(charge.told['value']);
  const payment: Payment = { endToEndId, value, atMs, taxID, isHeld: books.next.holds === true };
  charge.payments.push(payment);
  return payment;
};

export const transactions = ({ charges }: ChargeBooks, asked: URLSearchParams): Reply => {
  const [key, start, end] = ['charge', 'start', 'end'].map((name) => asked.get(name));
  const all = [...charges].flatMap(([correlationID, { payments }]) =>
    payments.map(({ endToEndId, value, atMs, taxID, isHeld }) => ({
      ...{ endToEndId, value: isHeld ? 0 : value, time: isoOf(atMs), type: 'PAYMENT' },
      ...(isHeld ? { status: 'IN_PROCESSING' } : {}),
      ...{ payer: { name: 'Fulana', taxID: { taxID, type: 'BR:CPF' } }, charge: { correlationID } },
    })),
  );
  const isAsked = ({ charge, time }: (typeof all)[number]): boolean =>
    (key === null || charge.correlationID === key) && time >= (start ?? '') && time <= (end ?? '9');
  return accept({ transactions: all.filter(isAsked), pageInfo: { skip: 0, limit: 100, hasNextPage: false } });
};

export const refundCharge = (books: ChargeBooks, key: string, { correlationID, value }: Body): Reply => {
  const charge = books.charges.get(key);
  const [payment] = charge?.payments ?? [];
  if (charge === undefined || payment === undefined) return NOT_FOUND;
  if (charge.refunds.some((made) => made.correlationID === correlationID)) return refuse('Reembolso já existe');
  const isDisputed = books.disputes.some((each) => each.endToEndId === payment.endToEndId && each.status === 'CREATED');
  if (isDisputed) return refuse('A transação possui uma disputa em aberto');
  const refunded = charge.refunds.reduce((sum, each) => (each.status === 'REJECTED' ? sum : sum + each.value), 0);
  if (Number(value) > payment.value - refunded) return refuse('O valor do reembolso é maior que o disponível');
  const endToEndId = `D18236120${randomUUID().replaceAll('-', '').slice(0, 23)}`;
  const refund: Refund = {
    correlationID: String(correlationID),
    value: Number(value),
    endToEndId,
    status: 'IN_PROCESSING',
  };
  charge.refunds.push(refund);
  return accept({ refund: { ...refund, time: isoOf(payment.atMs), comment: '' } });
};

export const settleRefunds = ({ charges, next }: ChargeBooks): void => {
  for (const { refunds } of charges.values())
    for (const refund of refunds) refund.status = next.failsRefund === true ? 'REJECTED' : 'CONFIRMED';
};

export const showRefunds = (books: ChargeBooks, key: string): Reply => {
  const charge = books.charges.get(key);
  return charge === undefined ? NOT_FOUND : accept({ refunds: charge.refunds });
};

export const disputes = (books: ChargeBooks): Reply =>
  accept({ disputes: books.disputes.map((each) => ({ ...each, type: 'MED' })), pageInfo: { hasNextPage: false } });
