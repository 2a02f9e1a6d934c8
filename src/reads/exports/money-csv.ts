import type { EventOf } from '../../../aggregates/events';
import { correlationOf } from '../../../aggregates/families';
import { toDecimal, toShortDecimal } from '../../../aggregates/money';
import type { FeeParts } from '../../../aggregates/quote/events';
import type { Part } from '../../../commands/operator/console/export-data';
import {
  type FactPlace,
  listMoneyFacts,
  type MoneyPage,
  type MoneyType,
} from '../../../read-models/operators/exports/money-facts';
import type { Query } from '../../../read-models/table';
import { csvLine } from './csv';

const COLUMNS = [
  ...['at', 'fact', 'id', 'kind', 'mode', 'partner_id', 'reference', 'end_to_end_id', 'gross_brl', 'payout_brl'],
  ...['platform_fee_brl', 'network_fee_brl', 'markup_brl', 'returned_brl', 'refunded_brl', 'refunded_crypto'],
  'refunded_asset_id',
] as const;

type Line = Readonly<Partial<Record<(typeof COLUMNS)[number], string>>>;

type Opening = EventOf<'CashoutIntentCreated' | 'CashinIntentCreated' | 'WithdrawalRequested'>['data'];

type Fact = { readonly opening: Opening | null } & {
  readonly [Type in MoneyType]: { readonly type: Type; readonly data: EventOf<Type>['data'] };
}[MoneyType];

export type MoneyFact = FactPlace & Fact;

const BATCH = 500;

/** A line for each completion, return and refund, oldest first; a month by the time of the event. */
export async function* moneyCsv(query: Query, asked: Omit<MoneyPage, 'limit' | 'after'>): AsyncGenerator<Part> {
  yield { text: csvLine(COLUMNS), rows: 0 };
  let after: MoneyFact | null = null;
  for (;;) {
    const facts: readonly MoneyFact[] = await listMoneyFacts<Fact>(query, { ...asked, limit: BATCH, after });
    yield { text: facts.map(lineOf).join(''), rows: facts.length };
    after = facts.at(-1) ?? null;
    if (after === null || facts.length < BATCH) return;
  }
}

const lineOf = (fact: MoneyFact): string => {
  const line: Line = { ...placeOf(fact), ...moneyOf(fact) };
  return csvLine(COLUMNS.map((name) => line[name] ?? ''));
};

const placeOf = ({ at, stream, intent_id, mode, partner_id, opening }: MoneyFact): Line => ({
  ...{ at, id: intent_id ?? '', kind: correlationOf(stream)?.family ?? '' },
  ...{ mode: mode ?? '', partner_id: partner_id ?? '' },
  reference: (opening !== null && 'reference' in opening ? opening.reference : undefined) ?? '',
});

const reais = (cents: string): string => toDecimal(BigInt(cents), 2);

const moneyOf = ({ type, data, opening }: MoneyFact): Line => {
  switch (type) {
    case 'CashoutCompleted':
      return { ...paid(data, opening), gross_brl: grossOf(opening), payout_brl: reais(data.amountCents) };
    case 'CashinCompleted':
      return { ...paid(data, opening), gross_brl: reais(data.amountCents) };
    case 'WithdrawalCompleted':
      return { ...paid(data, opening), gross_brl: reais(data.grossCents), payout_brl: reais(data.netCents) };
    case 'PayoutReturned':
      return { fact: 'RETURNED', returned_brl: reais(data.amountCents) };
    case 'ChargeRefundDone':
      return { fact: 'REFUNDED', end_to_end_id: data.endToEndId, refunded_brl: reais(data.amountCents) };
    case 'RefundRecorded':
      return {
        ...{ fact: 'REFUNDED', refunded_asset_id: `${data.assetId}` },
        refunded_crypto: opening === null ? '' : toShortDecimal(BigInt(data.amountBaseUnits), opening.decimals),
      };
  }
};

const grossOf = (opening: Opening | null): string =>
  opening !== null && 'totalCents' in opening ? reais(opening.totalCents) : '';

const paid = ({ endToEndId }: { readonly endToEndId: string | null }, opening: Opening | null): Line => ({
  ...{ fact: 'COMPLETED', end_to_end_id: endToEndId ?? '' },
  ...(opening === null ? {} : feesOf(opening.fees)),
});

/** The floor is the platform's, the partner's part its markup. */
const feesOf = ({ floorCents, platformCents, networkCents, partnerCents }: FeeParts): Line => ({
  platform_fee_brl: reais(`${BigInt(floorCents) + BigInt(platformCents)}`),
  network_fee_brl: reais(networkCents),
  markup_brl: reais(partnerCents),
});
