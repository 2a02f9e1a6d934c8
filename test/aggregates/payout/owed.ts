import type { PayoutEvent } from '../../../aggregates/payout/events';
import type { Owed } from '../../../aggregates/payout/owed';
import { payoutOf } from '../../../aggregates/payout/payout';
import { SAMPLE_DATA } from '../../../packages/testing/src/samples/sample-data';

/** A payout that only these tests owe: R$ 150.00. */
export const owed: Owed<{ readonly billId: string }> = {
  ...{ key: { billId: 'bill1' }, noun: 'bill', amountCents: '15000' },
  // Three units for R$ 152.25, of which R$ 150.00 are paid.
  asset: { assetId: 201, amountBaseUnits: '3000000', totalCents: '15225' },
};

export const bill = { category: 'cashout', ...payoutOf(owed) } as const;

type BillEvent = PayoutEvent<{ readonly billId: string }>;

type PayoutEventType = BillEvent['type'];
type Of<Type extends PayoutEventType> = Extract<BillEvent, { readonly type: Type }>;

/** The sample of an event, with this owner's key in place of the intent's. */
export const said = <Type extends PayoutEventType>(type: Type, data: Partial<Of<Type>['data']> = {}): Of<Type> => {
  const { intentId: _, ...sample } = SAMPLE_DATA[type];
  return { type, data: { billId: 'bill1', ...sample, ...data } } as unknown as Of<Type>;
};
