import type { Answer } from './requests';

/** A deposit on the simulated network. */
export const DEPOSITS = [
  'exact',
  'underpaid',
  'overpaid',
  'wrong-memo',
  'wrong-asset',
  'duplicate',
  'reverted',
] as const;

export interface QuoteView {
  readonly quoteId: string;
  /** Among them `totalFeeFiat` and `totalFiat`, in reais. */
  readonly valuesAndFees: Readonly<Record<string, number | string>>;
}

export interface UnitsView {
  readonly amountBaseUnits: string;
}

/** An intent as the service shows it. The answer that creates it has no optional field. */
export interface IntentView extends UnitsView {
  readonly intentId: string;
  readonly status: string;
  readonly assetId: number;
  readonly blockchain: string;
  /** The accepted deposit has no label. */
  readonly deposits?: readonly (UnitsView & {
    readonly depositId: string;
    readonly label?: string;
  })[];
  readonly timeline?: readonly { readonly event: string }[];
  readonly refund?: UnitsView;
  readonly invoiceValue?: number;
}

/** The body of a webhook. */
export interface NotificationView {
  readonly id: string;
  readonly event: string;
  readonly status: string;
  readonly sequence: number;
  readonly intentId?: string;
}

/** A POST under an Idempotency-Key, and its first answer. */
export interface Posted<View> {
  readonly path: string;
  readonly key: string;
  readonly body: object;
  /** To be refused under the same key. */
  readonly otherBody: object;
  readonly first: Answer<View>;
}

export type SeenQuote = Posted<QuoteView> & { readonly cents: number };

export interface SeenIntent extends Posted<IntentView> {
  readonly quote: SeenQuote;
  /** A deposit that pays it was placed. */
  isPaid: boolean;
  /** Every different answer about the intent, the first one first. */
  readonly reads: IntentView[];
  /** Notifications about it, as they came. */
  told: readonly NotificationView[];
}

/** Everything that one run has seen of the service. */
export interface Seen {
  readonly userId: string;
  readonly quotes: SeenQuote[];
  readonly intents: SeenIntent[];
  /** Repeated commands, and the difference that each made. */
  readonly repeats: { readonly type: string; readonly difference: string | null }[];
  /** For each look at another partner's object: null, or the shown content. */
  readonly looks: (string | null)[];
}

export const idOf = ({ first }: SeenIntent): string => first.data.intentId;
