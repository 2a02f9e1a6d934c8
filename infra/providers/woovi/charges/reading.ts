import type { z } from 'zod';
import type { CallContext, Failure, Result } from '../../../../commands/ports/providers/result';
import { failingAs } from '../../failures';
import { readRefusable } from '../../http/read-refusable';
import { refusalIn, unansweredIn } from '../answers';
import type { Woovi } from '../client';
import { chargeShape, type ToldCharge, type Transaction, transactionsShape } from './shapes';

export const CHARGES = '/api/v1/charge';
const TRANSACTIONS = '/api/v1/transaction';

export const unlisted = (woovi: Woovi, what: string): Failure =>
  failingAs(woovi)('UNKNOWN', 'PROTOCOL', `The ${what} has an undocumented status of Woovi`);

/** UNAVAILABLE when Woovi refuses the question, which proves nothing. */
export const read = <Shape extends z.ZodType>(
  woovi: Woovi,
  context: CallContext,
  asked: { readonly path: string; readonly id: string; readonly shape: Shape },
): Promise<Result<z.infer<Shape>>> => {
  const refused = failingAs(woovi)('UNAVAILABLE', 'OTHER', 'Woovi refused the request');
  return readRefusable(woovi, context, { ...asked, unansweredIn, refused });
};

/** Woovi's charge. NOT_FOUND when Woovi's text says so, as for a removed one. */
export const readCharge = async (woovi: Woovi, context: CallContext, key: string): Promise<Result<ToldCharge>> => {
  const told = await woovi.get(context, `${CHARGES}/`, encodeURIComponent(key));
  const [unanswered, fail] = [unansweredIn(woovi, told), failingAs(woovi)];
  if (unanswered !== null) return unanswered;
  const refusal = told.kind === 'ANSWERED' ? refusalIn(told) : null;
  if (refusal === 'NOT_FOUND') return fail('NOT_FOUND', 'OTHER', 'Woovi knows no such charge');
  if (refusal !== null) return fail('UNAVAILABLE', 'OTHER', 'Woovi refused the request');
  return chargeIn(woovi, told.kind === 'ANSWERED' ? told.body : undefined, key);
};

/** PROTOCOL when the answer has no charge, or another one. */
export const chargeIn = (woovi: Woovi, body: unknown, key: string): Result<ToldCharge> => {
  const shown = chargeShape.safeParse(body);
  if (shown.success && shown.data.charge.correlationID === key) return { ok: true, value: shown.data.charge };
  return failingAs(woovi)('UNKNOWN', 'PROTOCOL', 'The answer of Woovi is not the charge');
};

const PAGE = 100;
const MOST_PAGES = 50;

/** All payments for this search text, each once, or a failure. */
export const readTransactions = async (
  woovi: Woovi,
  context: CallContext,
  words: string,
): Promise<Result<readonly Transaction[]>> => {
  const found = new Map<string, Transaction>();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const id = `?${words}&type=PAYMENT&skip=${page * PAGE}&limit=${PAGE}`;
    const said = await read(woovi, context, { path: TRANSACTIONS, id, shape: transactionsShape });
    if (!said.ok) return said;
    const before = found.size;
    for (const each of said.value.transactions) found.set(`${each.endToEndId} ${each.type} ${each.status}`, each);
    if (said.value.pageInfo?.hasNextPage !== true) return { ok: true, value: [...found.values()] };
    if (found.size === before) break;
  }
  return failingAs(woovi)('UNAVAILABLE', 'PROTOCOL', 'Woovi does not list all payments');
};
