import fc from 'fast-check';
import { type Ask, type Asked, mayCost, mustBe, type Spent } from './requests';
import type { TwoPartners } from './sandbox';
import {
  DEPOSITS,
  type IntentView,
  idOf,
  type NotificationView,
  type QuoteView,
  type Seen,
  type SeenIntent,
} from './seen';

/** State of a run for its commands: the requests so far, and their answers. */
export interface Model {
  readonly spent: () => Spent;
  readonly seen: Seen;
}

export interface User {
  readonly userId: string;
  readonly token: string;
}

/** The real thing: a running service, as one user of it sees it. */
export interface Run extends Model {
  readonly credentials: TwoPartners;
  readonly assetIds: readonly number[];
  readonly user: User;
  /** A user of the other partner, made when it is first needed. */
  readonly stranger: () => Promise<User>;
  readonly ask: Ask;
  readonly wait: (ms: number) => Promise<unknown>;
  readonly told: (ask: Ask) => Promise<readonly NotificationView[]>;
  /** Throws when the seen answers break a law. */
  readonly judge: () => void;
  /** Each command that has run, with a sentence about it. */
  readonly trail: { readonly command: ServiceCommand; said: string }[];
}

export type ServiceCommand = fc.AsyncCommand<Model, Run>;

const POLL_MS = 1_000;
const MOST_POLLS = 30;
const PAYING: readonly string[] = ['exact', 'overpaid', 'duplicate'];
const QUOTE = '/api/v1/cashout/quote';
const INTENT = '/api/v1/cashout/intent';
const POST = { all: 1, posts: 1 };

type IsReady = (seen: Seen) => boolean;
type Act = (run: Run) => Promise<string>;

/** `act` returns the result. */
const command = (name: string, cost: Partial<Spent>, isReady: IsReady, act: Act): ServiceCommand => {
  const made: ServiceCommand = {
    check: ({ seen, spent }) => mayCost(spent(), cost) && isReady(seen),
    run: async (_model, run) => {
      const step = { command: made, said: `${run.trail.length + 1}. ${name}.` };
      run.trail.push(step);
      step.said = `${run.trail.length}. ${name}: ${await act(run)}.`;
      run.judge();
    },
    toString: () => name,
  };
  return made;
};

const at = <Item>(items: readonly Item[], place: number): Item => items[place % items.length]!;

const post = async <View>({ ask, user }: Run, path: string, body: object, otherBody: object) => {
  const key = crypto.randomUUID();
  const first = await ask<View>({ path, body, credential: user.token, key });
  mustBe(first, 200, 201);
  return { path, key, body, otherBody, first };
};

const always = (): boolean => true;

/** A quote of some cents for a PIX key, with one of the assets of the simulated network. */
export const issueQuote = (cents: number, asset = 0): ServiceCommand =>
  command(`Issue a quote of ${cents} cents`, POST, always, async (run) => {
    const body = { assetId: at(run.assetIds, asset), pixKey: 'fulano@exemplo.com', amount: cents / 100 };
    const posted = await post<QuoteView>(run, QUOTE, body, { ...body, amount: body.amount + 1 });
    run.seen.quotes.push({ ...posted, cents });
    return posted.first.data.quoteId;
  });

const unusedIn = ({ quotes, intents }: Seen) => quotes.filter((one) => !intents.some(({ quote }) => quote === one));
const hasUnused = (seen: Seen): boolean => unusedIn(seen).length > 0;

export const createIntent = (place = 0): ServiceCommand =>
  command('Create an intent', POST, hasUnused, async (run) => {
    const quote = at(unusedIn(run.seen), place);
    const body = { quoteId: quote.first.data.quoteId };
    const posted = await post<IntentView>(run, INTENT, body, { quoteId: crypto.randomUUID() });
    run.seen.intents.push({ ...posted, quote, isPaid: false, reads: [], told: [] });
    return posted.first.data.intentId;
  });

const hasIntents = ({ intents }: Seen): boolean => intents.length > 0;

/** SAME: the first answer is due. OTHER_BODY: the key is used. OTHER_KEY: an intent's quote is used. */
export const AGAIN = ['SAME', 'OTHER_BODY', 'OTHER_KEY'] as const;

export const postAgain = (how: (typeof AGAIN)[number], place = 0): ServiceCommand =>
  command(`Repeat a request (${how})`, POST, hasIntents, async ({ ask, seen, user }) => {
    const posted = at(how === 'OTHER_KEY' ? seen.intents : [...seen.intents, ...seen.quotes], place);
    const { path, key, body, otherBody, first } = posted;
    const asked = { path, credential: user.token, body: how === 'OTHER_BODY' ? otherBody : body };
    const { status, code, text } = await ask(how === 'OTHER_KEY' ? asked : { ...asked, key });
    const isRight = how === 'SAME' ? status === first.status && text === first.text : [409, 422].includes(status);
    const type = path === QUOTE ? 'IssueQuote' : 'CreateIntent';
    seen.repeats.push({ type, difference: isRight ? null : `answered ${status}` });
    return `${path} answers ${status} ${code}`.trim();
  });

type ActOfIntent = (run: Run, intent: SeenIntent) => Promise<string>;

const ofIntent = (name: string, cost: Partial<Spent>, place: number, act: ActOfIntent): ServiceCommand =>
  command(name, cost, hasIntents, (run) => act(run, at(run.seen.intents, place)));

export const payIntent = (kind: (typeof DEPOSITS)[number], place = 0): ServiceCommand =>
  ofIntent(`Pay an intent (${kind})`, { all: 1, partner: 1 }, place, async ({ ask, credentials }, intent) => {
    // Also when the service is too busy to answer: the deposit may be there.
    intent.isPaid ||= PAYING.includes(kind);
    const body = { intentId: idOf(intent), kind };
    mustBe(await ask({ path: '/api/v1/sandbox/deposits', body, credential: credentials[0].apiKey }), 200);
    return idOf(intent);
  });

const look = ({ reads }: SeenIntent, view: IntentView): string => {
  if (JSON.stringify(reads.at(-1)) !== JSON.stringify(view)) reads.push(view);
  return view.status;
};

const read: ActOfIntent = async ({ ask, user, judge }, intent) => {
  const asked = { path: `${INTENT}/${idOf(intent)}`, credential: user.token };
  const status = look(intent, mustBe(await ask<IntentView>(asked), 200));
  judge();
  return status;
};

export const readIntent = (place = 0): ServiceCommand => ofIntent('Read an intent', { all: 1 }, place, read);

const isOpen = ({ isPaid, reads }: SeenIntent): boolean =>
  isPaid && ['PENDING', 'PROCESSING'].includes(reads.at(-1)?.status ?? 'PENDING');
const hasOpen = ({ intents }: Seen): boolean => intents.some(isOpen);

/** Reads a paid intent each second until it ends, at most 30 times. */
export const waitForEnd = (place = 0): ServiceCommand =>
  command('Wait until a paid intent ends', { all: MOST_POLLS }, hasOpen, async (run) => {
    const intent = at(run.seen.intents.filter(isOpen), place);
    for (let polls = 1; ; polls += 1) {
      const status = await read(run, intent);
      if (polls === MOST_POLLS || !isOpen(intent)) return status;
      await run.wait(POLL_MS);
    }
  });

export const listIntents = (place = 0): ServiceCommand =>
  ofIntent('List the intents of a quote', { all: 1 }, place, async ({ ask, seen, user }, intent) => {
    const path = `${INTENT}s?quoteId=${intent.quote.first.data.quoteId}`;
    const views = mustBe(await ask<readonly IntentView[]>({ path, credential: user.token }), 200);
    seen.repeats.push({ type: 'CreateIntent', difference: views.length === 1 ? null : `${views.length} intents` });
    for (const view of views) if (view.intentId === idOf(intent)) look(intent, view);
    return `${views.length} in all`;
  });

export const LOOKS = ['read the intent', 'read the user', 'pay the intent', 'list the payments'] as const;
type Look = (typeof LOOKS)[number];

const askedBy = async ({ credentials, stranger, user }: Run, what: Look, intentId: string): Promise<Asked> => {
  const credential = credentials[1].apiKey;
  if (what === 'read the user') return { path: `/api/v1/users/${user.userId}`, credential };
  if (what === 'list the payments') return { path: `/api/v1/partners/me/payments?userId=${user.userId}`, credential };
  if (what === 'read the intent') return { path: `${INTENT}/${intentId}`, credential: (await stranger()).token };
  return { path: '/api/v1/sandbox/deposits', body: { intentId, kind: 'exact' }, credential };
};

/** By the other partner, or by a user of it: the service must find no object. */
export const lookAsStranger = (what: Look, place = 0): ServiceCommand =>
  ofIntent(`As the other partner, ${what}`, { all: 4, partner: 3 }, place, async (run, intent) => {
    const { status, data } = await run.ask<readonly unknown[]>(await askedBy(run, what, idOf(intent)));
    const isHidden = what === 'list the payments' ? status === 200 && data.length === 0 : status === 404;
    run.seen.looks.push(isHidden ? null : `The other partner may ${what}: ${status}.`);
    return `${status}`;
  });

export const readNotifications = (): ServiceCommand =>
  command('Read the notifications', { all: 1, partner: 1 }, hasIntents, async ({ ask, seen: { intents }, told }) => {
    const all = await told(ask);
    for (const intent of intents) intent.told = all.filter(({ intentId }) => intentId === idOf(intent));
    return `${intents.flatMap((intent) => intent.told).length} of this run`;
  });

const places = fc.nat(9);
const kinds = fc.constantFrom('exact', ...DEPOSITS);
const twice = <Item>(item: Item): readonly Item[] => [item, item];

/** For `fc.commands`: each command as often as it is useful. */
export const serviceCommands: fc.Arbitrary<ServiceCommand>[] = [
  ...twice(fc.tuple(fc.integer({ min: 100, max: 50_000 }), places).map((words) => issueQuote(...words))),
  ...[createIntent, createIntent, readIntent, waitForEnd, waitForEnd, listIntents].map((of) => places.map(of)),
  ...twice(fc.tuple(kinds, places).map((words) => payIntent(...words))),
  fc.tuple(fc.constantFrom(...AGAIN), places).map((words) => postAgain(...words)),
  fc.tuple(fc.constantFrom(...LOOKS), places).map((words) => lookAsStranger(...words)),
  fc.constant(readNotifications()),
];
