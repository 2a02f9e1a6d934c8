import * as laws from '../../../packages/testing/src/laws';
import { type DriveOptions, driveService, type Report } from '../../../packages/testing/src/model';
import { CATALOG, type FakeService, fakeService, type PlantedFault } from './fake-service';
import '../../properties';

const BASE_URL = 'http://127.0.0.1:3000';
const partner = (hex: string) => ({ mode: 'sandbox', apiKey: `sk_live_${hex.repeat(16)}` }) as const;
const TWO = [partner('a1'), partner('b2')] as const;

const optionsFor = ({ fetch }: FakeService, more: Partial<DriveOptions> = {}): DriveOptions => ({
  ...{ credentials: TWO, runs: 12, seed: 7, fetch, wait: async () => undefined },
  ...more,
});
const driven = (service: FakeService, more: Partial<DriveOptions> = {}): Promise<Report> =>
  driveService({ baseUrl: BASE_URL, ...optionsFor(service, more) });
const messageOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error as Error).message,
  );

test('finds no violation in a service that keeps the laws, within the limits of requests', async () => {
  const { violations, cases, statuses, requests } = await driven(fakeService());
  expect(violations).toEqual([]);
  expect(Object.keys(cases)).toHaveLength(8);
  expect(statuses['COMPLETED']).toBeGreaterThan(2);
  expect(requests).toHaveLength(12);
  for (const { partner: ofPartner, all, posts } of requests) {
    expect(ofPartner).toBeLessThanOrEqual(20);
    expect(all).toBeLessThanOrEqual(200);
    expect(posts).toBeLessThanOrEqual(10);
  }
});

const PLANTED: readonly (readonly [PlantedFault, string, RegExp])[] = [
  ['REOPENS', 'Terminal states stay', /^"read intent" led from COMPLETED to PROCESSING\.$/],
  ['FORGETS_KEY', 'A repeated command changes nothing', /^"create intent" was repeated, and again: /],
  ['ANSWERS_STRANGERS', 'Partners are apart', /^The other partner may read the intent: 200\.$/],
  [
    'PAYS_UNFUNDED',
    'No payout without an accepted deposit or a final debit',
    /^"payout requested" without "deposit acc/,
  ],
  ['LOSES_A_CENT', 'Amounts sum to the cent', /payout and fees make \d+ cents of \d+\.$/],
  ['REFUNDS_ALL', 'Refund and payout never exceed what came in', /^\d+ units are refunded and \d+ paid, of \d+/],
  ['REPEATS_IDS', 'Ids are unique', /^quote issued happened twice with the id quote-1\.$/],
  ['TELLS_TWICE', 'Notifications come once and in order', /^The feed tells /],
  [
    'IS_OUT_OF_ORDER',
    'Notifications come once and in order',
    /^INTENT_COMPLETED \(7\) follows INTENT_CONFIRMED \(7\)\.$/,
  ],
  ['BREAKS', 'Answers', /^The service answers 500 , not 200 or 201$/],
];

test.each(PLANTED)('finds a service that %s', async (fault, law, sentence) => {
  const { violations } = await driven(fakeService(fault));
  const found = violations.find((one) => one.law === law);
  expect(violations.map((one) => one.law)).toContain(law);
  expect(found?.fault).toMatch(sentence);
});

test('shows the commands of a short run that breaks a law', async () => {
  const { violations } = await driven(fakeService('REFUNDS_ALL'));
  const [, , , ...others] = violations[0]?.commands ?? [];
  expect(violations[0]?.commands[0]).toMatch(/^1\. Issue a quote of \d+ cents: quote-\d+\.$/);
  expect(others).toHaveLength(1);
});

describe('refuses', () => {
  test.each([
    ['http://pay.example', 'only this machine is asked without https'],
    ['ftp://127.0.0.1', 'only this machine is asked without https'],
    ['https://key@pay.example', 'a base URL is a scheme and a host alone'],
    ['https://pay.example/api', 'a base URL is a scheme and a host alone'],
    ['pay.example', 'a base URL is a scheme and a host alone'],
  ])('the base URL %s before any request', async (baseUrl, reason) => {
    const service = fakeService();
    const refused = driveService({ baseUrl, ...optionsFor(service) });
    expect(await messageOf(refused)).toBe(`${baseUrl} is refused: ${reason}`);
    expect(service.asked).toEqual([]);
  });

  const live = { ...CATALOG, networks: [...CATALOG.networks, { name: 'ethereum', family: 'evm', mode: 'live' }] };

  test.each([
    [live, 'ethereum takes live payments there'],
    [{}, 'it names no simulated network'],
  ])('a service that is no sandbox before a credential is sent', async (catalog, reason) => {
    const service = fakeService(null, catalog);
    expect(await messageOf(driven(service))).toBe(`${BASE_URL} is no sandbox: ${reason}`);
    expect(service.asked).toEqual(['GET /gateway-config-latest.json']);
  });

  test.each([
    [{ mode: 'live', apiKey: TWO[1].apiKey }, 'The credential of partner 2 is refused: its mode is live, not sandbox'],
    [{ mode: 'sandbox', apiKey: 'ey.a.b' }, 'The credential of partner 2 is refused: it is no API key of a partner'],
    [TWO[0], 'Two partners are needed: the keys are the same'],
  ])('the credential %o before any request', async (credential, reason) => {
    const service = fakeService();
    expect(await messageOf(driven(service, { credentials: [TWO[0], credential as (typeof TWO)[1]] }))).toBe(reason);
    expect(service.asked).toEqual([]);
  });

  test('a live key by one request that does nothing', async () => {
    const [service, key] = [fakeService(), partner('dead')];
    expect(await messageOf(driven(service, { credentials: [key, TWO[1]] }))).toMatch(/ is refused: it is a live one$/);
    const probe = `POST /api/v1/sandbox/deposits ${key.apiKey}`;
    expect(service.asked).toEqual(['GET /gateway-config-latest.json', probe]);
  });
});

test('waits as long as a 429 demands, and does not count that request', async () => {
  const service = fakeService();
  const waited: number[] = [];
  let refused = 0;
  const fetch: FakeService['fetch'] = async (url, init) => {
    refused += 1;
    if (refused % 2 === 1) return new Response('{}', { status: 429, headers: { 'retry-after': '7' } });
    return service.fetch(url, init);
  };
  const wait = async (ms: number) => void waited.push(ms);
  const { requests, violations } = await driven(service, { runs: 2, fetch, wait });
  expect(violations).toEqual([]);
  expect(waited.filter((ms) => ms === 7_000)).toHaveLength(service.asked.length);
  // Catalog, two credentials and the newest notification are read before the runs.
  expect(requests.reduce((sum, { all }) => sum + all, 4)).toBe(service.asked.length);
});

test('ends a run without a violation when a busy service uses up its requests', async () => {
  const service = fakeService();
  const fetch: FakeService['fetch'] = async (url, init) =>
    service.asked.length > 30 ? new Response('{}', { status: 503 }) : service.fetch(url, init);
  const { violations, requests } = await driven(service, { fetch });
  expect([violations, requests.length < 12]).toEqual([[], true]);
});

test('takes a notification of a receiver twice and late', async () => {
  const service = fakeService();
  const { fetch } = service;
  const told = { event: 'INTENT_CONFIRMED', status: 'PROCESSING', sequence: 1 };
  const ids = new Set<string>();
  const noting: FakeService['fetch'] = async (url, init) => {
    const id = /intent\/(intent-\d+)$/.exec(url)?.[1];
    if (id !== undefined) ids.add(id);
    return fetch(url, init);
  };
  const ofReceiver = (intentId: string) => {
    const [first, second] = [
      { ...told, id: `c${intentId}`, intentId },
      { ...told, id: `d${intentId}`, intentId },
    ];
    return [{ ...second, event: 'INTENT_COMPLETED', status: 'COMPLETED', sequence: 6 }, first, first];
  };
  const webhooks = () => [...ids].flatMap(ofReceiver);
  const { violations, cases } = await driven(service, { fetch: noting, webhooks });
  expect([violations, cases['Notifications come once and in order']]).toEqual([[], expect.any(Number)]);
});

describe('a law at a base URL', () => {
  const held = (law: laws.Law, fault: PlantedFault | null, runs = 12) =>
    messageOf(law(BASE_URL, optionsFor(fakeService(fault), { runs })));

  test('holds for a service that keeps it', async () => {
    expect(await held(laws.terminalStatesStay, null)).toBe('none');
  });

  test('rejects with the shortest history when the service breaks it', async () => {
    const [title, second, ...lines] = (await held(laws.terminalStatesStay, 'REOPENS')).split('\n');
    expect([title, second]).toEqual([`Terminal states stay: ${BASE_URL} breaks this law.`, 'The shortest history:']);
    expect(lines.at(-2)).toMatch(/^\d+\. .*(Read an intent|List the intents of a quote)/);
    expect(lines.at(-1)).toBe('Fault: "read intent" led from COMPLETED to PROCESSING.');
  });

  test('reports that a service without the API cannot be driven', async () => {
    expect(await held(laws.terminalStatesStay, 'BREAKS')).toMatch(/^Terminal states stay: \S+ cannot be driven\.\n/);
  });

  test('fails when no history has a case', async () => {
    expect(
      await held(
        laws.law('None', () => []),
        null,
        1,
      ),
    ).toMatch(/ had a case to evaluate$/);
  });

  test('reports that the fold of parts is invisible from outside, without a request', async () => {
    const service = fakeService();
    const message = await messageOf(laws.foldsOfPartsAreEqual(BASE_URL, optionsFor(service)));
    expect([message, service.asked]).toEqual([expect.stringMatching(/cannot be seen from outside; give/), []]);
  });

  test('gives a custom law the visible events of each intent', async () => {
    const own = laws.law('A cash-out settles once', function* ({ history }) {
      for (const { type } of history) if (type === 'PayoutSettled') yield 'It settled.';
    });
    expect(await held(own, null)).toMatch(/\nFault: It settled\.$/);
  });
});
