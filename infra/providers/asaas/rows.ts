import { z } from 'zod';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import { unansweredIn } from './answers';
import type { Asaas } from './client';
import { type Paid, RESOURCES, type Row, rowShape } from './resources';

export interface Reading {
  /** Each order once, in its last reported state. */
  readonly rows: readonly Row[];
  /** Some rows cannot be read, so that a missing order may be one of them. */
  readonly isPartial: boolean;
  readonly pages: number;
}

const PAGE = 100;
const MOST_PAGES = 50;

const pageShape = z.object({ data: z.array(z.unknown()).max(1_000), hasMore: z.boolean() });

type Page = z.infer<typeof pageShape>;

export const readPage = async (
  asaas: Asaas,
  context: CallContext,
  path: string,
  query: string,
): Promise<Result<Page>> => {
  const told = await asaas.get(context, path, `?${query}`);
  const unanswered = unansweredIn(asaas, told);
  if (unanswered !== null) return unanswered;
  const read = pageShape.safeParse(told.kind === 'ANSWERED' && told.status < 300 ? told.body : undefined);
  if (read.success) return { ok: true, value: read.data };
  return failingAs(asaas)('UNAVAILABLE', 'PROTOCOL', 'The answer of Asaas is not a list');
};

/** Orders of a kind from this day (`yyyy-mm-dd`, in Brasília) or later, and possibly older ones. */
export const readRows = async (
  asaas: Asaas,
  context: CallContext,
  kind: Paid,
  fromDay: string,
): Promise<Result<Reading>> => {
  const { path, query, isOrder } = RESOURCES[kind];
  const [found, seen, fail] = [new Map<string, Row>(), new Set<string>(), failingAs(asaas)];
  const reading = { isPartial: false, isDescending: true, last: '9999-12-31' };
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const read = await readPage(asaas, context, path, `${query(fromDay)}offset=${page * PAGE}&limit=${PAGE}`);
    if (!read.ok) return read;
    const { data, hasMore } = read.value;
    const before = seen.size;
    for (const each of data) {
      const row = rowShape.safeParse(each);
      reading.isPartial ||= !row.success;
      seen.add(row.success ? row.data.id : JSON.stringify(each).slice(0, 500));
      if (!row.success) continue;
      const day = row.data.dateCreated?.slice(0, 10) ?? '9999-12-31';
      reading.isDescending &&= day <= reading.last;
      reading.last = day;
      if (isOrder(row.data)) found.set(row.data.id, row.data);
    }
    // Later pages are older while the list is in order.
    const isPast = reading.isDescending && reading.last < fromDay;
    if (!hasMore || isPast)
      return { ok: true, value: { rows: [...found.values()], isPartial: reading.isPartial, pages: page + 1 } };
    if (seen.size === before) return fail('UNAVAILABLE', 'PROTOCOL', 'Asaas repeats a page of its list');
  }
  return fail('UNAVAILABLE', 'OTHER', 'The list of Asaas exceeds the limit of one window');
};
