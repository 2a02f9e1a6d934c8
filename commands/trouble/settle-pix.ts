import { cashin } from '../../aggregates/cashin/cashin';
import type { LedgerEvent } from '../../aggregates/events';
import type { Cents } from '../../aggregates/money';
import { invalidField, rejection } from '../../aggregates/rejection';
import { type CashinDeps, mustBeCashin } from '../cashin/cashin-step';
import { isId } from '../cashin/charge/answer-rules';
import { askCharge } from '../cashin/charge/ask-charge';
import { recordCharge } from '../cashin/charge/record-charge';
import type { CommandContext } from '../handling/context';
import { handleClaiming } from '../handling/handle-claiming';
import { type ListedPix, listedAmount } from './listed-amount';
import { mustBeTransfer } from './outcome';

export interface SettlePix {
  readonly intentId: string;
  readonly endToEndId: string;
  readonly transfer: string;
  /** The amount by the operator's word. Absent: the provider's list has it. */
  readonly amountCents?: string;
}

/** False if recorded before. Refuses a PIX that its charge reports: INTENT_NOT_FOUND, VALIDATION_ERROR, WRONG_STATE. */
export const settlePix =
  (deps: CashinDeps) =>
  async ({ intentId, endToEndId, transfer, amountCents }: SettlePix, context: CommandContext): Promise<boolean> => {
    if (!isId(endToEndId)) throw invalidField('endToEndId', 'must be the end-to-end id of a PIX');
    mustBeTransfer('transfer', transfer);
    const other = await deps.intentOfPix(endToEndId);
    if (other !== null && other !== intentId) throw refusal(`The PIX already belongs to ${other}`);
    if (amountCents !== undefined && !CENTS.test(amountCents))
      throw invalidField('amountCents', 'must be cents above 0');
    const { facts, provider } = await askAgain(deps, intentId, context);
    const { partnerId, mode } = facts;
    const listed = await listedAmount(deps, { facts, provider, endToEndId });
    const pix = { endToEndId, amountCents: amountBy(listed, amountCents ?? null) };
    const command = { type: 'SettlePix', ...pix, transfer, now: deps.clock.iso() } as const;
    const found = { network: null, reference: transfer, partnerId, mode };
    const claiming = { isEnd, found, beforeEnd: async () => undefined };
    const { events } = await handleClaiming(deps, cashin, { id: intentId, context, command }, claiming);
    return events.length > 0;
  };

const CENTS = /^[1-9]\d{0,15}$/;

const amountBy = (listed: Cents | null, said: string | null): string | null => {
  if (listed === null) return said;
  if (said !== null && said !== listed.toString()) throw refusal(`The PIX is listed with ${listed} cents`);
  return listed.toString();
};

const isEnd = ({ type }: LedgerEvent): boolean => type === 'PixSettled';

const refusal = (message: string) => rejection('WRONG_STATE', `${message}: no settlement is recorded`);

/** Its provider may have forgotten the charge; a provider without an answer may still report the PIX. */
const askAgain = async (
  deps: CashinDeps,
  intentId: string,
  { commandId }: CommandContext,
): Promise<Omit<ListedPix, 'endToEndId'>> => {
  const { facts } = await mustBeCashin(deps, intentId);
  const provider = deps.chargeProviders.named(facts.chargeProvider, facts.mode);
  if (provider === null) throw refusal(`${facts.chargeProvider} is not configured`);
  const charge = await askCharge(deps, facts, provider);
  if (charge.ok) await recordCharge(deps)({ facts, charge: charge.value, closed: null, causeEventId: commandId });
  else if (charge.kind !== 'NOT_FOUND')
    throw refusal(`${provider.name} does not answer for the charge (${charge.kind})`);
  return { facts, provider };
};
