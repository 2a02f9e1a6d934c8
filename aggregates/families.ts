import type { RejectionCode } from './rejection';
import { partsOfStream, type StreamCategory } from './stream';

interface FamilyOfStreams {
  readonly category: StreamCategory;
  /** Name of the stream's id in webhooks and events (specification, part 6). */
  readonly correlationKey: 'intentId' | 'withdrawId' | 'sessionId';
  /** Refuses an id that the family does not have. */
  readonly unknownCode: RejectionCode;
  /** True when money moves: the partner's list of payments contains the family. */
  readonly isPayment: boolean;
}

/** Subjects of partners' notifications. Each table by `FamilyName` must know a new line here, or nothing compiles. */
export const FAMILIES = {
  CASHOUT: { category: 'cashout', correlationKey: 'intentId', unknownCode: 'INTENT_NOT_FOUND', isPayment: true },
  CASHIN: { category: 'cashin', correlationKey: 'intentId', unknownCode: 'INTENT_NOT_FOUND', isPayment: true },
  WITHDRAW: {
    category: 'withdrawal',
    correlationKey: 'withdrawId',
    unknownCode: 'WITHDRAW_NOT_FOUND',
    isPayment: true,
  },
  KYC: { category: 'kycSession', correlationKey: 'sessionId', unknownCode: 'SESSION_NOT_FOUND', isPayment: false },
} as const satisfies Readonly<Record<string, FamilyOfStreams>>;

export type FamilyName = keyof typeof FAMILIES;

export type PaymentKind = {
  readonly [Name in FamilyName]: (typeof FAMILIES)[Name]['isPayment'] extends true ? Name : never;
}[FamilyName];

export const FAMILY_NAMES = Object.keys(FAMILIES) as readonly FamilyName[];

export const isPayment = (name: FamilyName): name is PaymentKind => FAMILIES[name].isPayment;

export const FAMILY_PREFIXES = FAMILY_NAMES.map((name) => `${FAMILIES[name].category}-` as const);

export const CORRELATION_KEYS: readonly string[] = [
  ...new Set(FAMILY_NAMES.map((name) => FAMILIES[name].correlationKey)),
];

export interface Correlation {
  readonly family: FamilyName;
  readonly key: FamilyOfStreams['correlationKey'];
  readonly id: string;
}

export const correlationOf = (stream: string): Correlation | null => {
  const parts = partsOfStream(stream);
  const family = FAMILY_NAMES.find((name) => FAMILIES[name].category === parts?.category);
  return parts === null || family === undefined ? null : { family, key: FAMILIES[family].correlationKey, id: parts.id };
};
