import { cashin } from '../../../aggregates/cashin/cashin';
import type { CashinEvent } from '../../../aggregates/cashin/events';
import type { Cents } from '../../../aggregates/money';
import { invalidField, rejection } from '../../../aggregates/rejection';
import type { CommandContext } from '../../handling/context';
import { handleClaiming } from '../../payout/trouble/claim-found-transfer';
import { TRANSFER } from '../../payout/trouble/resolve-return';
import { isId } from '../answer-rules';
import { askCharge } from '../ask-charge';
import { type CashinDeps, cashinIn } from '../cashin-step';
import { recordCharge } from '../record-charge';
import { type ListedPix, listedAmount } from './listed-amount';

export interface SettlePix {
  readonly intentId: string;
  readonly endToEndId: string;
  readonly transfer: string;
  /** How much came, by the operator's word. Absent: as its provider lists it. */
  readonly amountCents?: string;
}

/**
 * Records that a PIX which the bank lists, and its own charge does not tell of, was settled outside; answers false where this
 * was recorded before. The charge is asked first: what it tells of is recorded, and refuses it. How much came is what the
 * provider lists, and the operator's word only where it does not. Refuses INTENT_NOT_FOUND, VALIDATION_ERROR, WRONG_STATE.
 */
export const settlePix =
  (deps: CashinDeps) =>
  async ({ intentId, endToEndId, transfer, amountCents }: SettlePix, context: CommandContext): Promise<boolean> => {
    if (!isId(endToEndId)) throw invalidField('endToEndId', 'the end-to-end id of a PIX');
    if (!TRANSFER.test(transfer)) {
      throw invalidField('transfer', 'the end-to-end id of the transfer, or the id that the bank gave it');
    }
    const other = await deps.intentOfPix(endToEndId);
    if (other !== null && other !== intentId) throw refusal(`The PIX is known, as one of ${other}`);
    if (amountCents !== undefined && !CENTS.test(amountCents)) throw invalidField('amountCents', 'cents, more than 0');
    const { facts, provider } = await askAgain(deps, intentId, context);
    const { partnerId, mode } = facts;
    const listed = await listedAmount(deps, { facts, provider, endToEndId });
    const pix = { endToEndId, amountCents: amountBy(listed, amountCents ?? null) };
    const command = { type: 'SettlePix', ...pix, transfer, now: deps.clock.iso() } as const;
    const { events } = await handleClaiming(deps, {
      ...{ decider: cashin, request: { id: intentId, context, command }, isEnd },
      found: { network: null, reference: transfer, partnerId, mode },
    });
    return events.length > 0;
  };

const CENTS = /^[1-9]\d{0,15}$/;

const amountBy = (listed: Cents | null, said: string | null): string | null => {
  if (listed === null) return said;
  if (said !== null && said !== listed.toString()) throw refusal(`The PIX is listed with ${listed} cents`);
  return listed.toString();
};

const isEnd = ({ type }: CashinEvent): boolean => type === 'PixSettled';

const refusal = (message: string) => rejection('WRONG_STATE', `${message}: nothing is recorded`);

/** Its provider may have forgotten the charge; one that is silent may tell of the PIX yet. */
const askAgain = async (
  deps: CashinDeps,
  intentId: string,
  { commandId }: CommandContext,
): Promise<Omit<ListedPix, 'endToEndId'>> => {
  const state = await cashinIn(deps, intentId);
  if (state.status === 'NONE') throw rejection('INTENT_NOT_FOUND', 'No such intent');
  const { facts } = state;
  const provider = deps.chargeProviders.named(facts.chargeProvider, facts.mode);
  if (provider === null) throw refusal(`${facts.chargeProvider} is not configured`);
  const charge = await askCharge(deps, facts, provider);
  if (charge.ok) await recordCharge(deps)({ facts, charge: charge.value, closed: null, causeEventId: commandId });
  else if (charge.kind !== 'NOT_FOUND')
    throw refusal(`${provider.name} does not answer about the charge (${charge.kind})`);
  return { facts, provider };
};
