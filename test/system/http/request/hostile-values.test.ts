import type { AddressInfo } from 'node:net';
import { credentialHeaders } from '../../../http/members/member-world';
import { DRIVERS } from '../../../http/operations/all';
import { type Asked, credentialFor, openStage, type Stage } from '../../../http/operations/driver';
import { type Listening, listen } from '../../../http/over-socket';
import { api, type NamedOperation, operations } from '../../../http/public/document';
import type { Document, Schema } from '../../fuzz/requests/document';
import {
  asUrlText,
  type Field,
  fieldsOf,
  HOSTILE_TEXTS,
  isScalar,
  OBJECT_TEXTS,
  withText,
} from '../../fuzz/requests/hostile';
import { createHttpClient, type HttpClient, type Reply } from '../../fuzz/requests/http-client';

jest.setTimeout(360_000);

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.world.close());

const document = api as unknown as Document;

const bodyOf = ({ operation }: NamedOperation): Schema | null => {
  const { schema } = operation.requestBody?.content['application/json'] ?? {};
  return schema ?? null;
};

/** A request that succeeds, as its driver has it. */
interface Good extends Asked {
  readonly server: Listening;
  readonly client: HttpClient;
}

const AT_ONCE = 8;

const withGood = async (operation: NamedOperation, work: (good: Good) => Promise<void>): Promise<void> => {
  const asked = (await DRIVERS[operation.name]?.ask(stage)) ?? {};
  const credential = asked.credential ?? (await credentialFor(stage, operation));
  const server = await listen(asked.app ?? stage.world.app);
  const { port } = server.server.address() as AddressInfo;
  const client = createHttpClient(`http://127.0.0.1:${port}`, AT_ONCE);
  try {
    await work({ ...asked, ...(credential === null ? {} : { credential }), server, client });
  } finally {
    client.close();
    server.close();
  }
};

/** Runs the work on every item, a few at a time. */
const onEach = async <Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> => {
  const rest = items.values();
  const next = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
};

const MOST_TRIES = 5;

/** Repeats a request that a busy machine answered with 503. */
const send = async ({ method, path }: NamedOperation, good: Good, body: string | null): Promise<Reply> => {
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(good.path?.[name] ?? 'none'));
  const query = new URLSearchParams(good.query).toString();
  const type = body === null ? {} : { 'content-type': 'application/json' };
  const credential = good.credential === undefined ? {} : credentialHeaders(good.credential);
  const asked = { method, path: `${filled}?${query}`, headers: { ...good.headers, ...type, ...credential }, body };
  let reply = await good.client.send(asked);
  for (let tries = 1; tries < MOST_TRIES && reply.status === 503; tries += 1) reply = await good.client.send(asked);
  return reply;
};

const goodBody = ({ body }: Good): string | null => (body === undefined ? null : JSON.stringify(body));

const isJson = (text: string): boolean => {
  try {
    return text === '' || typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
};

/** The fault in one line; null when the answer is ours and blames at most the caller. */
const faultOf = ({ status, text }: Reply, what: string): string | null =>
  status < 500 && isJson(text) ? null : `${what.slice(0, 120)} -> ${status} ${text.slice(0, 200)}`;

const place = ({ steps }: Field): string => (steps.length === 0 ? 'the body' : steps.join('.'));

/** Texts that fit no text, number or boolean, nearly right lists among them. */
const neverScalar = ({ schema }: Field): ReadonlySet<string> =>
  new Set([...OBJECT_TEXTS, ...(schema.enum ?? []).map((member) => JSON.stringify([member]))]);

const isRefused = ({ status, text }: Reply): boolean => status === 400 && text.includes('VALIDATION_ERROR');

const withBodies = operations.filter((operation) => bodyOf(operation) !== null);

test('the routes have fields to test, scalars and others', () => {
  const fields = withBodies.flatMap((operation) => fieldsOf(document, bodyOf(operation) ?? {}));
  expect(fields.length).toBeGreaterThan(60);
  expect(fields.filter(isScalar).length).toBeGreaterThan(40);
  expect(fields.filter(({ schema }) => schema.enum !== undefined).length).toBeGreaterThan(4);
});

describe.each(withBodies)('$name', (operation) => {
  test('never fails with any value in a field, and refuses a list or an object for a scalar', () =>
    withGood(operation, async (good) => {
      const faults: string[] = [];
      for (const field of fieldsOf(document, bodyOf(operation) ?? {})) {
        const forbidden = isScalar(field) ? neverScalar(field) : new Set();
        await onEach([...new Set([...HOSTILE_TEXTS, ...neverScalar(field)])], async (text) => {
          const reply = await send(operation, good, withText(good.body ?? {}, field, text));
          const fault = faultOf(reply, `${place(field)}: ${text}`);
          if (fault !== null) faults.push(fault);
          else if (forbidden.has(text) && !isRefused(reply))
            faults.push(`${place(field)}: ${text} is not refused: ${reply.status} ${reply.text.slice(0, 120)}`);
        });
      }
      expect(faults).toEqual([]);
    }));
});

const URL_TEXTS = HOSTILE_TEXTS.map(asUrlText).filter(({ length }) => length < 6_000);
/** Names that no query has, and syntax that some parsers make objects of. */
const HOSTILE_NAMES = [
  'toString',
  '__proto__',
  'constructor[prototype]',
  'limit[]',
  'limit[toString]',
  'status[toString]',
];

describe.each(operations)('$name', (operation) => {
  test('never fails with any value in its path or query', () =>
    withGood(operation, async (good) => {
      const faults: string[] = [];
      const ask = async (changed: Good, what: string): Promise<void> => {
        const fault = faultOf(await send(operation, changed, goodBody(good)), what);
        if (fault !== null) faults.push(fault);
      };
      for (const { name, in: where } of operation.operation.parameters) {
        if (where === 'header') continue;
        await onEach(URL_TEXTS, (text) => {
          const changes = where === 'path' ? { path: { ...good.path, [name]: text } } : { query: { [name]: text } };
          return ask({ ...good, ...changes }, `${name}: ${text}`);
        });
      }
      await onEach(HOSTILE_NAMES, (name) => ask({ ...good, query: { ...good.query, [name]: '1' } }, name));
      expect(faults).toEqual([]);
    }));
});
