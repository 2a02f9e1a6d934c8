import type { ClientBase } from 'pg';
import { type Window, windowsOf } from '../../../commands/pair/comparing/transfers';
import { type AskList, listWhole } from '../../../commands/payout/list-whole';
import type { Clock } from '../../../commands/ports/clock';
import type { Payout, PayoutProvider } from '../../../commands/ports/payout-provider';
import type { Books } from './books';

export interface BankListOptions {
  readonly providers: readonly PayoutProvider[];
  readonly clock: Pick<Clock, 'now'>;
  /** When the log began to be read: what was sent later may not be in it. */
  readonly readFromMs: number;
}

const DEADLINE_MS = 10_000;

/** Each partner that rows or log know. */
const PARTNERS = `SELECT substr(id, length('partner-') + 1) AS id FROM facts WHERE kind = 'STREAM' AND id LIKE 'partner-%'
  UNION SELECT partner_id FROM lastro.partners ORDER BY id`;
const BEGINNING = `SELECT (extract(epoch FROM min(at)) * 1000)::text AS ms FROM facts`;

/** Every provider's whole list since the log began, a window at a time. Rejects when one does not answer. */
export async function listTransfers(client: ClientBase, books: Books, options: BankListOptions): Promise<void> {
  const { rows } = await client.query<{ ms: string | null }>(BEGINNING);
  const beganMs = Math.floor(Number(rows[0]?.ms ?? options.readFromMs));
  const partners = await client.query<{ id: string }>(PARTNERS);
  for (const { id } of partners.rows) {
    for (const provider of options.providers) {
      const { readFromMs, clock } = options;
      const list = async (window: Window, isLate: boolean): Promise<void> => {
        for await (const payouts of listed(askerOf(provider, id, clock), window)) {
          await books.list(provider, payouts, isLate);
        }
      };
      for (const window of windowsOf({ fromMs: beganMs, toMs: readFromMs })) await list(window, false);
      for (const window of windowsOf({ fromMs: readFromMs, toMs: clock.now() + 1 })) await list(window, true);
    }
  }
}

const askerOf =
  (provider: PayoutProvider, partnerId: string, clock: Pick<Clock, 'now'>): AskList =>
  ({ fromMs, toMs }) => {
    const call = { requestId: 'store-compare', partnerId, mode: provider.mode, deadlineMs: clock.now() + DEADLINE_MS };
    return provider.list(call, new Date(fromMs).toISOString(), new Date(toMs).toISOString());
  };

async function* listed(ask: AskList, window: Window): AsyncGenerator<readonly Payout[], void> {
  for await (const answer of listWhole(ask, window)) {
    if (!answer.ok) throw new Error(`The list of ${answer.provider} is not known: ${answer.code} ${answer.message}`);
    yield answer.value;
  }
}
