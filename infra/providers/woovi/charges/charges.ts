import type { ChargeProvider, Credit } from '../../../../commands/ports/providers/charge-provider';
import type { CallContext, Result } from '../../../../commands/ports/providers/result';
import { createWoovi, type Woovi, type WooviOptions } from '../client';
import { cancelCharge, createCharge, getCharge } from './charge';
import { readTransactions } from './reading';
import { getRefund, makeRefund } from './refund';
import { standingOf } from './shapes';

const listCredits = async (
  woovi: Woovi,
  context: CallContext,
  from: string,
  to: string,
): Promise<Result<readonly Credit[]>> => {
  const said = await readTransactions(woovi, context, `start=${from}&end=${to}`);
  if (!said.ok) return said;
  const credits = said.value.flatMap((each): Credit[] => {
    const standing = standingOf(each);
    const { endToEndId, charge, value: amount } = each;
    const at = new Date(each.time).toISOString();
    // A payment in an undocumented status may have arrived.
    const came = standing === 'RECEIVED' || standing === null;
    return came && at >= from && at < to ? [{ endToEndId, chargeKey: charge?.correlationID ?? null, amount, at }] : [];
  });
  return { ok: true, value: credits };
};

/** Takes PIX of charges into an account at Woovi. */
export const createWooviCharges = (options: WooviOptions): ChargeProvider => {
  const woovi = createWoovi(options);
  return {
    ...{ name: options.name, mode: 'live', kinds: ['PIX'], idempotency: 'NATIVE' },
    create: (context, request) => createCharge(woovi, context, request),
    get: (context, asked) => getCharge(woovi, context, asked),
    cancel: (context, asked) => cancelCharge(woovi, context, asked),
    refund: (context, request) => makeRefund(woovi, context, request),
    getRefund: (context, asked) => getRefund(woovi, context, asked),
    listCredits: (context, from, to) => listCredits(woovi, context, from, to),
  };
};
