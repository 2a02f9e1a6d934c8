import type { OpsOutcome, OpsPayment } from '../../../wire';

export type How = OpsOutcome['how'];
export type Evidence = keyof Omit<OpsOutcome, 'how'>;

/** The evidence that each end needs; the service refuses a missing field. */
export const EVIDENCE: Readonly<Record<How, readonly Evidence[]>> = {
  PAID: ['transfer'],
  NOT_PAID: [],
  DELIVERED: ['transaction', 'baseUnits'],
  REFUNDED: ['pix', 'transfer'],
  DEBITED: ['transaction', 'assetId', 'baseUnits'],
  NOT_DEBITED: [],
  MADE_GOOD: ['transfer'],
};

const HOWS: Readonly<Record<OpsPayment['kind'], readonly How[]>> = {
  CASHOUT: ['PAID', 'NOT_PAID'],
  CASHIN: ['DELIVERED', 'REFUNDED'],
  WITHDRAW: ['PAID', 'NOT_PAID', 'DEBITED', 'NOT_DEBITED', 'MADE_GOOD'],
};

export const howsOf = ({ kind }: Pick<OpsPayment, 'kind'>): readonly How[] => HOWS[kind];

/** The chosen end with its evidence, as the fields say. */
export const outcomeIn = (fieldOf: (name: string) => string): OpsOutcome => {
  const how = fieldOf('how') as How;
  const evidence = EVIDENCE[how].map((name) => {
    const text = fieldOf(name);
    return [name, name === 'assetId' ? Number(text) : text] as const;
  });
  return { how, ...Object.fromEntries(evidence) };
};
