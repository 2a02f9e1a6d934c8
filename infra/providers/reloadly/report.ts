import { z } from 'zod';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { readRefusable } from '../http/read-refusable';
import { type Transaction, transactionShape, unansweredIn } from './answers';
import type { Reloadly } from './client';

const PAGE = 200;
const MOST_PAGES = 25;

/** The documents of 2022 show a bare list, those of 2025 a page. `total` is null when the answer has none. */
const shape = z.union([
  z.array(z.unknown()).transform((content) => ({ content, total: null })),
  z
    .object({ content: z.array(z.unknown()), totalElements: z.string().regex(/^\d{1,9}$/) })
    .transform(({ content, totalElements }) => ({ content, total: Number(totalElements) })),
]);

/** Each transaction once, or a failure. No document says if pages begin at 0 or at 1. */
export const readReport = async (
  reloadly: Reloadly,
  context: CallContext,
  query: Readonly<Record<string, string>>,
): Promise<Result<readonly Transaction[]>> => {
  const found = new Map<string, Transaction>();
  const partial = failingAs(reloadly)('UNAVAILABLE', 'PROTOCOL', 'Reloadly does not list the whole report');
  let page = 1;
  for (let asked = 0; asked < MOST_PAGES; asked += 1) {
    const words = new URLSearchParams({ ...query, page: page.toString(), size: PAGE.toString() });
    const answer = { path: '/reports/transactions', id: `?${words.toString()}`, shape, unansweredIn, refused: partial };
    const read = await readRefusable(reloadly, context, answer);
    if (!read.ok) return read;
    const { content, total } = read.value;
    const before = found.size;
    for (const each of content) {
      const row = transactionShape.safeParse(each);
      // A missing transaction may be an unreadable one.
      if (!row.success) return partial;
      found.set(row.data.transactionId, row.data);
    }
    const isWhole = total === null ? content.length !== PAGE : found.size >= total;
    if (isWhole) return { ok: true, value: [...found.values()] };
    if (page === 0) break;
    page = found.size > before ? page + 1 : 0;
  }
  return partial;
};

const spoken = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/** Margin around a time, since no document names Reloadly's time zone. */
const PAD_MS = 2 * 86_400_000;

export const within = (fromMs: number, toMs: number) => ({
  ...{ startDate: spoken(fromMs - PAD_MS), endDate: spoken(toMs + PAD_MS) },
});
