import { dayInBrasilia } from '../../../aggregates/brasilia-day';
import type { Payout } from '../../../commands/ports/providers/payout-provider';
import type { CallContext, Result } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Asaas } from './client';
import { dayOf, type Paid, payoutOf, RESOURCES, stateOf } from './resources';
import { readRows } from './rows';

const KINDS = Object.keys(RESOURCES) as readonly Paid[];

/** Orders of the days that the window touches, since Asaas reports no time of an order. */
export const listOrders = async (
  asaas: Asaas,
  context: CallContext,
  from: string,
  to: string,
): Promise<Result<readonly Payout[]>> => {
  const [first, last] = [dayInBrasilia(Date.parse(from)), dayInBrasilia(Date.parse(to) - 1)];
  const all: Payout[] = [];
  for (const kind of KINDS) {
    const read = await readRows(asaas, context, kind, first);
    if (!read.ok) return read;
    if (read.value.isPartial)
      return failingAs(asaas)('UNAVAILABLE', 'PROTOCOL', 'Asaas lists orders that cannot be read');
    const within = read.value.rows.filter((row) => {
      const day = dayOf(row);
      return day === null || (day >= first && day <= last);
    });
    // An order in an undocumented status may have been paid.
    all.push(...within.map((row) => payoutOf(row, RESOURCES[kind].keyIn(row), stateOf(row) ?? 'PROCESSING')));
  }
  return { ok: true, value: all };
};
