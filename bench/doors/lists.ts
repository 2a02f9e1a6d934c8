import { Client as Database } from 'pg';
import { code } from '../../test/samples/quoting';
import { superuserUrlOf } from '../../test/stores/postgres-cluster';
import type { Bench, Figure } from '../figures';
import { PARTNER } from '../seeds/ledger';
import { type ListSizes, listRows } from '../seeds/list-rows';
import { median, percentile } from '../support/alternate';
import { type Ask, openAsker } from '../support/asker';
import { fillTable, mustHaveRoom } from '../support/fill-table';
import { createPartner, issueApiKey, post } from '../support/partner';
import { onSite, type Site } from '../support/site';
import { openWorld } from '../support/world';
import { LISTS, type List, ME } from './every-list';

/** Everything is everybody's whose lists are read. */
const SMALL: ListSizes = { intents: 10_000, ofPartner: 10_000, ofUser: 10_000 };
/** Different ones, so that pages are not always the same. */
const CURSORS = 200;
/** Shares of all rows, from the newest on: deep in the part that is kept. */
const DEEP_FROM = 0.3;
const DEEP_TO = 0.45;

interface Library {
  readonly asUser: Ask;
  readonly asPartner: Ask;
  /** The user's partner, whose the intents are. */
  readonly asUsersPartner: Ask;
  readonly userId: string;
  /** Deep in the list of intents, and in those of the partner. */
  readonly intentNumbers: readonly number[];
  readonly rowNumbers: readonly number[];
}

/** The 99th percentile of each list, filter and deep page over many rows, against the same over 10,000. */
export const benchLists = (bench: Bench): Promise<readonly Figure[]> =>
  onSite((smallSite) =>
    onSite(async (site) => {
      const small = await openLibrary(bench, smallSite, SMALL);
      const large = await openLibrary(bench, site, bench.scale.listSizes);
      const figures: Figure[] = [];
      for (const list of LISTS) figures.push(await compareList(bench, list, small, large));
      return [worstOf(figures), ...figures];
    }),
  );

/** The list that suffers most stands for all of them. */
const worstOf = (figures: readonly Figure[]): Figure => {
  const [worst] = [...figures].sort((left, right) => (right.ratio ?? 0) - (left.ratio ?? 0));
  if (worst === undefined) throw new Error('There are no lists');
  return { ...worst, name: 'lists' };
};

const compareList = async (bench: Bench, list: List, small: Library, large: Library): Promise<Figure> => {
  const rounds: { readonly value: number; readonly baseline: number }[] = [];
  for (let round = 0; round <= bench.scale.rounds; round += 1) {
    const baseline = await latencyOf(list, small, bench.scale.listSamples);
    const value = await latencyOf(list, large, bench.scale.listSamples);
    // The first one warms both.
    if (round > 0) rounds.push({ value, baseline });
  }
  const [value, baseline] = [median(rounds.map((round) => round.value)), median(rounds.map((round) => round.baseline))];
  bench.say(`  ${list.name}: ${value.toFixed(1)} to ${baseline.toFixed(1)} ms`);
  const ratio = median(rounds.map((round) => round.value / round.baseline));
  return { name: `lists-${list.name}`, unit: 'ms', value, baseline, ratio };
};

/** Milliseconds of the 99th of a hundred, one request after the other. */
const latencyOf = async ({ who, path }: List, library: Library, samples: number): Promise<number> => {
  const numbers = who === 'asPartner' ? library.rowNumbers : library.intentNumbers;
  const elapsedMs: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    elapsedMs.push(await library[who](path(numbers[sample % numbers.length] ?? 0, library.userId)));
  }
  return percentile(elapsedMs, 0.99);
};

const openLibrary = async ({ say }: Bench, site: Site, sizes: ListSizes): Promise<Library> => {
  const world = await openWorld(site, 1);
  const partner = await createPartner(site, world.service);
  const { url, databaseUrl } = world.service;
  const [[token = ''], [userId = '']] = [world.tokens, world.userIds];
  const askerOf = openAsker(site, url);
  const usersPartnerKey = await issueApiKey(site, PARTNER.partnerId);
  // A real link, whose sealed code all other links repeat.
  await post(`${url}${ME}/links`, partner.apiKey, { invoiceCode: code(1_000n) });
  await world.untilProjected();
  say(`  making ${sizes.intents} intents and what goes with them`);
  const owners = { userId, userPartnerId: PARTNER.partnerId, partnerId: partner.partnerId };
  await mustHaveRoom(site.dataDir, sizes.intents * BYTES_PER_INTENT);
  // Only a superuser may ask for a checkpoint.
  await fill(superuserUrlOf(site.dataDir, databaseUrl), sizes, owners, say);
  return {
    asUser: askerOf(token),
    asPartner: askerOf(partner.apiKey),
    asUsersPartner: askerOf(usersPartnerKey),
    userId,
    intentNumbers: deepNumbers(sizes.intents, sizes.intents / sizes.ofUser),
    // Links and users that are listed are every tenth, of which half are the partner's.
    rowNumbers: deepNumbers(sizes.ofPartner * 2, 20),
  };
};

/** With its indexes, its share of the other tables, and what sorting them takes. */
const BYTES_PER_INTENT = 2_000;
/** Settings of this session only. */
const SESSION = `SET maintenance_work_mem = '256MB'; SET max_parallel_maintenance_workers = 0`;

const fill = async (
  connectionString: string,
  sizes: ListSizes,
  owners: Parameters<typeof listRows>[1],
  say: Bench['say'],
): Promise<void> => {
  const database = new Database({ connectionString });
  await database.connect();
  try {
    await database.query(SESSION);
    const links = await database.query<{ sealed: string }>(
      'SELECT invoice_code::text AS sealed FROM lastro.links LIMIT 1',
    );
    for (const filling of listRows(sizes, owners, links.rows[0]?.sealed ?? '{}')) {
      const startedMs = performance.now();
      await fillTable(database, filling);
      say(`    ${filling.table}: ${((performance.now() - startedMs) / 1_000).toFixed(1)} s`);
    }
    await database.query('CHECKPOINT');
  } finally {
    await database.end();
  }
};

const deepNumbers = (count: number, step: number): readonly number[] =>
  Array.from({ length: CURSORS }, (_, index) => {
    const share = DEEP_FROM + ((DEEP_TO - DEEP_FROM) * index) / CURSORS;
    return Math.floor((count * share) / step) * step;
  });
