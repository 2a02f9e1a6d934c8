import { z } from 'zod';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { readRefusable } from '../http/read-refusable';
import { unansweredIn } from './answers';
import type { Reloadly } from './client';

/** Text, because a number would lose its leading zeros. */
const secret = z.string().trim().max(2_000).nullish();
const cardShape = z.object({ cardNumber: secret, pinCode: secret, redemptionUrl: secret });

/** The documents of 2022 show one card, those of 2025 a list. */
const shape = z.union([z.array(cardShape).max(10), cardShape.transform((card) => [card])]);

const textOf = ({ cardNumber, pinCode, redemptionUrl }: z.infer<typeof cardShape>): string => {
  const parts = { Number: cardNumber, PIN: pinCode, Link: redemptionUrl };
  const named = Object.entries(parts).filter(([, value]) => Boolean(value));
  return named.length === 1 ? named[0]![1]! : named.map(([name, value]) => `${name}: ${value}`).join(', ');
};

/** All data that redeems the card, in one text; null: there is none yet. */
export const readCards = async (
  reloadly: Reloadly,
  context: CallContext,
  transactionId: string,
): Promise<Result<string | null>> => {
  const id = `${encodeURIComponent(transactionId)}/cards`;
  const refused = failingAs(reloadly)('NOT_FOUND', 'OTHER', 'Reloadly has no card of the order yet');
  const read = await readRefusable(reloadly, context, {
    path: '/orders/transactions/',
    id,
    shape,
    unansweredIn,
    refused,
  });
  if (!read.ok) return read.kind === 'NOT_FOUND' ? { ok: true, value: null } : read;
  return { ok: true, value: read.value.map(textOf).filter(Boolean).join('; ') || null };
};
