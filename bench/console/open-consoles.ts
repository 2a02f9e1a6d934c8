import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { intentsOf } from '../doors/create-intent';
import { against, type Bench, type Figure } from '../figures';
import { restingMegabytes } from '../idle-rss';
import { alternate } from '../support/alternate';
import { openClients } from '../support/doors';
import { type Ops, openOps } from '../support/ops';
import { signIn } from '../support/ops-session';
import { onSite } from '../support/site';

const CONSOLES = 50;
const ASKS_EVERY_MS = 2_000;

/** Memory of an idle service, and intents a second, while 50 payments are open in consoles, against the same without. */
export const benchOpenConsoles = async (bench: Bench): Promise<readonly Figure[]> => {
  const alone = await onSite(async (site) => restingMegabytes(bench, (await openOps(bench, site, 1)).service.pid));
  return onSite(async (site) => {
    const ops = await openOps(bench, site, 1, { users: bench.scale.users });
    const cookie = await signIn(site, ops);
    const path = await livePathOf(ops);
    const watched = async <Value>(work: () => Promise<Value>): Promise<Value> => {
      const consoles = openConsoles(ops.service.url, path, cookie);
      return work().finally(consoles.close);
    };
    const together = await watched(() => restingMegabytes(bench, ops.service.pid));
    const clients = await openClients(bench, site, intentsOf(ops));
    const rate = async (): Promise<number> => (await clients()).perSecond;
    const intents = await alternate(bench, {
      ...{ name: 'create-intent-consoles', unit: 'requests/s', rounds: bench.scale.repeats },
      ...{ measured: () => watched(rate), baseline: rate },
    });
    return [intents, against('idle-rss-consoles', 'MB', together, alone)];
  });
};

/** The question of an open page of a payment, when nothing is new. */
const livePathOf = async ({ database, eventStore }: Ops): Promise<string> => {
  const { rows } = await database.query<{ id: string }>('SELECT payment_id AS id FROM lastro.payments LIMIT 1');
  const { commit } = await eventStore.head();
  return `/ops/v1/live?after=${commit}&about=${rows[0]?.id ?? ''}`;
};

const openConsoles = (url: string, path: string, cookie: string) => {
  const pool = new Pool(url, { connections: CONSOLES });
  const closing = new AbortController();
  const { signal } = closing;
  const ask = async (): Promise<void> => {
    const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { cookie } });
    const answer = await body.text();
    // A busy service lets a page ask again.
    if (statusCode !== 200 && statusCode !== 503) throw new Error(`${path}: ${statusCode} ${answer}`);
  };
  const look = async (number: number): Promise<void> => {
    await pause((number * ASKS_EVERY_MS) / CONSOLES, null, { signal });
    for (;;) {
      await ask();
      await pause(ASKS_EVERY_MS, null, { signal });
    }
  };
  const consoles = Array.from({ length: CONSOLES }, (_, number) =>
    look(number).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    }),
  );
  const all = Promise.all(consoles);
  // `close` reports the error.
  all.catch(() => undefined);
  return {
    close: async (): Promise<void> => {
      closing.abort();
      await all.finally(() => pool.destroy());
    },
  };
};
