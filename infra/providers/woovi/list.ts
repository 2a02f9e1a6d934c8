import { z } from 'zod';
import type { Payout } from '../../../commands/ports/providers/payout-provider';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { orderShape, stageOf, unansweredIn } from './answers';
import type { Woovi } from './client';
import { ORDERS, payoutOf } from './orders';

const PAGE = 100;
/** More are asked for by halves of the window. */
const MOST_PAGES = 50;

const pageShape = z.object({
  payments: z.array(orderShape),
  pageInfo: z.object({ hasNextPage: z.boolean() }),
});

/** Orders of the window by their creation, without those that wait for approval. */
export const listOrders = async (
  woovi: Woovi,
  context: CallContext,
  from: string,
  to: string,
): Promise<Result<readonly Payout[]>> => {
  const found = new Map<string, Payout>();
  const seen = new Set<string>();
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const read = await readPage(woovi, context, `?start=${from}&end=${to}&skip=${page * PAGE}&limit=${PAGE}`);
    if (!read.ok) return read;
    const { payments, pageInfo } = read.value;
    const before = seen.size;
    for (const order of payments) {
      const { correlationID: key, status } = order.payment;
      seen.add(key);
      if (stageOf(status) !== 'CREATED') found.set(key, payoutOf(order) ?? possible(order.payment));
    }
    if (!pageInfo.hasNextPage) return { ok: true, value: [...found.values()] };
    if (seen.size === before) return failingAs(woovi)('UNAVAILABLE', 'PROTOCOL', 'Woovi repeats a page of its list');
  }
  return failingAs(woovi)('UNAVAILABLE', 'OTHER', 'The list of Woovi exceeds the limit of one window');
};

/** An order in an undocumented status may have been paid. */
const possible = ({ correlationID: key, value: amount }: z.infer<typeof orderShape>['payment']): Payout => ({
  ...{ idempotencyKey: key, providerId: key, state: 'PROCESSING', amount },
});

const readPage = async (
  woovi: Woovi,
  context: CallContext,
  query: string,
): Promise<Result<z.infer<typeof pageShape>>> => {
  const told = await woovi.get(context, ORDERS, query);
  const unanswered = unansweredIn(woovi, told);
  if (unanswered !== null) return unanswered;
  const read = pageShape.safeParse(told.kind === 'ANSWERED' ? told.body : undefined);
  if (!read.success) return failingAs(woovi)('UNAVAILABLE', 'PROTOCOL', 'The answer of Woovi is not a list');
  return { ok: true, value: read.data };
};
