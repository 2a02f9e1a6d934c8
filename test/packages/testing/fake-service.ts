type Json = Readonly<Record<string, unknown>>;

export type PlantedFault =
  | 'FORGETS_KEY'
  | 'ANSWERS_STRANGERS'
  | 'REOPENS'
  | 'PAYS_UNFUNDED'
  | 'LOSES_A_CENT'
  | 'REFUNDS_ALL'
  | 'REPEATS_IDS'
  | 'TELLS_TWICE'
  | 'IS_OUT_OF_ORDER'
  | 'BREAKS';

export interface FakeService {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** `METHOD /path credential`, one for each request. */
  readonly asked: readonly string[];
}

interface FakeIntent {
  readonly view: Json & { readonly intentId: string; readonly quoteId: string };
  readonly userId: string;
  readonly partner: string;
  readonly cents: number;
  deposit: Json | null;
  looks: number;
  readonly events: string[];
}

const UNITS_OF_A_CENT = 10_000;
const SURPLUS_UNITS = 77;
const STATUS: Readonly<Record<string, string>> = { DepositAccepted: 'PROCESSING', CashoutCompleted: 'COMPLETED' };
const ROUTES_OF_USERS = /^(GET|POST) \/api\/v1\/cashout\//;

export const CATALOG = {
  networks: [{ name: 'simulated', family: 'simulated', mode: 'sandbox' }],
  assets: [{ assetId: 9102, network: 'simulated', cashOut: true }],
};

interface Reply {
  readonly status: number;
  readonly data: unknown;
}

const reply = (status: number, data: unknown = null): Reply => ({ status, data });

/** The parts of a response that are read. */
const responseOf = ({ status, data }: Reply): Response =>
  ({ status, headers: new Headers(), text: async () => JSON.stringify({ data }) }) as Response;

/** A service in memory, as its API shows it. A paid intent proceeds at each read. */
export const fakeService = (fault: PlantedFault | null = null, catalog: object = CATALOG): FakeService => {
  const [asked, told]: [string[], Json[]] = [[], []];
  const users = new Map<string, string>();
  const quotes = new Map<string, { readonly cents: number; isUsed: boolean }>();
  const intents = new Map<string, FakeIntent>();
  const answers = new Map<string, Reply & { readonly body: string }>();
  let ids = 0;
  const id = (name: string): string => {
    ids += 1;
    return `${name}-${fault === 'REPEATS_IDS' && name === 'quote' ? 1 : ids}`;
  };

  const tell = ({ view }: FakeIntent, event: string, status: string): void => {
    const sequence = fault === 'IS_OUT_OF_ORDER' ? 7 : told.length;
    const one = { id: id('evt'), event, status, sequence, intentId: view.intentId };
    told.push(one, ...(fault === 'TELLS_TWICE' ? [one] : []));
  };
  const statusOf = ({ events, looks }: FakeIntent): string => {
    if (fault === 'REOPENS' && events.includes('CashoutCompleted') && looks > 3) return 'PROCESSING';
    return events.map((event) => STATUS[event]).findLast((status) => status !== undefined) ?? 'PENDING';
  };
  const goOn = (intent: FakeIntent): void => {
    intent.looks += 1;
    if (intent.deposit === null && fault !== 'PAYS_UNFUNDED') return;
    if (intent.looks === 1) intent.events.push('DepositAccepted', 'RefundDue', 'PayoutRequested');
    else if (intent.looks === 2) intent.events.push('PayoutSettled', 'CashoutCompleted');
    else return;
    if (intent.looks === 1) tell(intent, 'INTENT_CONFIRMED', 'PROCESSING');
    else tell(intent, 'INTENT_COMPLETED', 'COMPLETED');
  };
  const shown = (intent: FakeIntent): Json => ({
    ...{ ...intent.view, status: statusOf(intent), timeline: intent.events.map((event) => ({ event })) },
    ...{ deposits: intent.deposit === null ? [] : [intent.deposit], invoiceValue: intent.cents / 100 },
    refund: { amountBaseUnits: String(fault === 'REFUNDS_ALL' ? intent.deposit?.['amountBaseUnits'] : SURPLUS_UNITS) },
  });

  const quote = ({ amount }: Json): Reply => {
    const [quoteId, cents] = [id('quote'), Math.round(Number(amount) * 100)];
    quotes.set(quoteId, { cents, isUsed: false });
    const totalFiat = (cents + (fault === 'LOSES_A_CENT' ? 99 : 100)) / 100;
    return reply(200, { quoteId, valuesAndFees: { totalFeeFiat: 1, totalFiat } });
  };
  const intent = ({ quoteId }: Json, userId: string): Reply => {
    const found = quotes.get(String(quoteId));
    if (found === undefined || (found.isUsed && fault !== 'FORGETS_KEY')) return reply(409);
    found.isUsed = true;
    const intentId = id('intent');
    const amountBaseUnits = String(found.cents * UNITS_OF_A_CENT);
    const view = { intentId, quoteId: String(quoteId), status: 'PENDING', assetId: 9102, blockchain: 'simulated' };
    const partner = users.get(userId) ?? '';
    intents.set(intentId, {
      ...{ view: { ...view, amountBaseUnits }, userId, partner, cents: found.cents },
      ...{ deposit: null, looks: 0, events: ['CashoutIntentCreated'] },
    });
    return reply(201, { ...view, amountBaseUnits });
  };
  const deposit = ({ intentId, kind }: Json, partner: string): Reply => {
    if (intentId === undefined) return partner.endsWith('dead') ? reply(404) : reply(400);
    const found = intents.get(String(intentId));
    if (found?.partner !== partner) return reply(404);
    const txid = id('tx');
    const amountBaseUnits = String(found.cents * UNITS_OF_A_CENT + SURPLUS_UNITS);
    if (found.deposit === null && ['exact', 'overpaid', 'duplicate'].includes(String(kind))) {
      found.deposit = { depositId: id('deposit'), txHash: txid, amountBaseUnits };
      found.looks = 0;
    }
    return reply(200, { transactions: [{ txid }] });
  };

  /** Repeats the first answer to a key. */
  const underKey = (name: string, body: string, answer: () => Reply): Reply => {
    const kept = fault === 'FORGETS_KEY' ? undefined : answers.get(name);
    if (kept !== undefined) return kept.body === body ? kept : reply(422);
    const given = answer();
    if (given.status < 300) answers.set(name, { ...given, body });
    return given;
  };

  const ofUser = (route: string, place: URL, body: Json, userId: string): Reply => {
    if (route === 'POST /api/v1/cashout/quote') return quote(body);
    if (route === 'POST /api/v1/cashout/intent') return intent(body, userId);
    const own = [...intents.values()].filter((one) => one.userId === userId || fault === 'ANSWERS_STRANGERS');
    const quoteId = place.searchParams.get('quoteId');
    if (quoteId !== null) return reply(200, own.filter(({ view }) => view.quoteId === quoteId).map(shown));
    const found = own.find(({ view }) => place.pathname.endsWith(view.intentId));
    if (found === undefined) return reply(404);
    goOn(found);
    return reply(200, shown(found));
  };
  const ofPartner = (route: string, place: URL, body: Json, partner: string): Reply => {
    if (route === 'POST /api/v1/sandbox/deposits') return deposit(body, partner);
    if (route === 'POST /api/v1/auth/token') return reply(200, { token: body['uid'] });
    if (route === 'POST /api/v1/users') {
      users.set(String(body['externalUserId']), partner);
      return reply(fault === 'BREAKS' ? 500 : 201, { userId: body['externalUserId'] });
    }
    if (route.startsWith('PATCH')) return reply(200);
    if (!route.includes('/events')) return route.includes('/partners/me/') ? reply(200, []) : reply(404);
    const after = told.findLastIndex((one) => one['id'] === place.searchParams.get('after'));
    return reply(200, told.slice(after + 1));
  };

  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const [place, headers] = [new URL(url), init.headers as Readonly<Record<string, string>>];
    const [credential, route] = [headers['authorization']?.slice(7) ?? '', `${init.method} ${place.pathname}`];
    asked.push(`${route} ${credential}`.trim());
    if (route === 'GET /gateway-config-latest.json') return responseOf(reply(200, catalog));
    const text = String(init.body ?? '{}');
    const body = JSON.parse(text) as Json;
    if (!ROUTES_OF_USERS.test(route)) return responseOf(ofPartner(route, place, body, credential));
    const key = headers['idempotency-key'];
    const answer = () => ofUser(route, place, body, credential);
    return responseOf(key === undefined ? answer() : underKey(`${route} ${credential} ${key}`, text, answer));
  };
  return { fetch, asked };
};
