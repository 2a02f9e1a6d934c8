import { invalidField } from '../../../../aggregates/rejection';
import type { Outcome } from '../../../../commands/trouble/outcome';
import type { ProposalRow } from '../../../../read-models/operators/waiting/open-proposals';
import type { Value } from '../../../../read-models/table';
import type { OpsOutcome } from './decisions.dto';

type Evidence = keyof Omit<OpsOutcome, 'how'>;
type Given = Required<Omit<OpsOutcome, 'how'>>;

const OUTCOMES: Readonly<Record<OpsOutcome['how'], readonly [readonly Evidence[], (given: Given) => Outcome]>> = {
  PAID: [['transfer'], (given) => ({ how: 'PAID', endToEndId: given.transfer })],
  NOT_PAID: [[], () => ({ how: 'NOT_PAID' })],
  DELIVERED: [
    ['transaction', 'baseUnits'],
    (given) => ({ how: 'DELIVERED', txId: given.transaction, deliveredBaseUnits: given.baseUnits }),
  ],
  REFUNDED: [['pix', 'transfer'], (given) => ({ how: 'REFUNDED', endToEndId: given.pix, transfer: given.transfer })],
  DEBITED: [
    ['transaction', 'assetId', 'baseUnits'],
    ({ transaction: txid, assetId, baseUnits: amountBaseUnits }) => ({
      how: 'DEBITED',
      debited: { txid, assetId, amountBaseUnits },
    }),
  ],
  NOT_DEBITED: [[], () => ({ how: 'NOT_DEBITED' })],
  MADE_GOOD: [['transfer'], (given) => ({ how: 'MADE_GOOD', settledBy: given.transfer })],
};

const EVERY: readonly Evidence[] = ['transfer', 'transaction', 'baseUnits', 'assetId', 'pix'];

/** Refuses VALIDATION_ERROR for evidence that is missing or too much. */
export const outcomeOf = (given: OpsOutcome): Outcome => {
  const [needed, made] = OUTCOMES[given.how];
  const wrong = EVERY.find((name) => (given[name] !== undefined) !== needed.includes(name));
  if (wrong !== undefined)
    throw invalidField(
      `outcome.${wrong}`,
      `${needed.includes(wrong) ? 'is needed' : 'is not evidence'} for ${given.how}`,
    );
  return made(given as unknown as Given);
};

type Data = { readonly [name: string]: Value };

const textIn = (data: Data, name: string): string => {
  const value = data[name];
  return typeof value === 'string' ? value : '';
};

const ofEnd = (end: Data): OpsOutcome => {
  const how = textIn(end, 'how') as OpsOutcome['how'];
  if (how === 'PAID') return { how, transfer: textIn(end, 'endToEndId') };
  if (how === 'REFUNDED') return { how, pix: textIn(end, 'endToEndId'), transfer: textIn(end, 'transfer') };
  if (how !== 'DELIVERED') return { how };
  return { how, transaction: textIn(end, 'txId'), baseUnits: textIn(end, 'deliveredBaseUnits') };
};

const ofDebit = (data: Data): OpsOutcome => {
  if ('settledBy' in data) return { how: 'MADE_GOOD', transfer: textIn(data, 'settledBy') };
  const debited = data['debited'] as (Data & { readonly assetId: number }) | null;
  if (debited === null) return { how: 'NOT_DEBITED' };
  const { assetId } = debited;
  return {
    how: 'DEBITED',
    transaction: textIn(debited, 'txid'),
    assetId,
    baseUnits: textIn(debited, 'amountBaseUnits'),
  };
};

/** The decision of the first operator about a payment. */
export const proposedIn = ({ type, data }: Pick<ProposalRow, 'type' | 'data'>): OpsOutcome => {
  if (type === 'RedemptionDecisionProposed') return ofDebit(data);
  // For a payout of unknown outcome operators propose NOT_PAID alone.
  return ofEnd((data['end'] as Data | undefined) ?? { how: 'NOT_PAID' });
};
