import type { Express } from 'express';
import request, { type Response } from 'supertest';
import { OPERATOR_ROLES, type OperatorRole } from '../../../aggregates/operator/events';
import type { Operator } from '../../../aggregates/operator/operators';
import { systemContext } from '../../../commands/handling/context';
import { sha256Hex } from '../../../commands/handling/secrets';
import { signInLinks } from '../../../commands/handling/sign-in-links';
import { addOperator } from '../../../commands/operator/add-operator';
import { revokeOperator } from '../../../commands/operator/change-operator';
import type { IdentitySignInDeps } from '../../../commands/operator/console/identity-sign-in';
import { findSession } from '../../../commands/operator/console/sessions';
import { signIn } from '../../../commands/operator/console/sign-in';
import { type KeptLink, lookAtLink, makeSignInLink } from '../../../commands/operator/console/sign-in-link';
import { signOut } from '../../../commands/operator/console/sign-out';
import { findOperator, listOperators } from '../../../commands/operator/find-operator';
import { createConsoleSessions } from '../../../infra/http/console-sessions';
import { createOperatorsQuery } from '../../../infra/postgres/scoped-query';
import { waitingOn } from '../../../src/bin/wiring/ops-deps';
import type { OpsDeps } from '../../../src/http/ops/ops-deps';
import { createOperatorsApp } from '../../../src/http/server';
import { search } from '../../../src/reads/search/search';
import { createWorld, type HttpWorld, spyingLogger } from '../world';

export const COOKIE = 'lastro-ops-lastro';
/** Headers of a request by a page of the console. */
export const OWN_PAGE = { 'Sec-Fetch-Site': 'same-origin' } as const;

export interface Person {
  readonly operator: Operator;
  readonly operatorKey: string;
}

export interface OpsWorld {
  readonly world: HttpWorld;
  readonly ops: OpsDeps;
  /** The application of operators alone. */
  readonly app: Express;
  readonly log: ReturnType<typeof spyingLogger>;
  readonly refusals: string[];
  /** An operator for each role. */
  readonly people: Readonly<Record<OperatorRole, Person>>;
  readonly standing: Map<string, KeptLink>;
  readonly add: (operatorName: string, role: OperatorRole) => Promise<Person>;
  readonly revoke: (person: Person) => Promise<void>;
  readonly linkOf: (person: Person) => Promise<string>;
  /** The cookie of a new session. */
  readonly signIn: (person: Person) => Promise<string>;
  readonly close: () => Promise<void>;
}

const context = ({ deps }: HttpWorld) => systemContext('test', deps.ids.uuid(), 'test');

/** The operators' door over the same stores as the partners'. */
export const openOpsWorld = async (
  changesOf: (deps: Omit<IdentitySignInDeps, 'provider' | 'identityDigest'>) => Partial<OpsDeps> = () => ({}),
): Promise<OpsWorld> => {
  const world = await createWorld();
  const [standing, refusals, log] = [new Map<string, KeptLink>(), [] as string[], spyingLogger()];
  const { ports, pool, service } = world;
  const deps = { ...ports, sessions: createConsoleSessions(pool), links: signInLinks(ports, 'console-link', standing) };
  const query = createOperatorsQuery(world.readerPool);
  const networks = ports.catalog.networks.map(({ name, family }) => ({ name, family }));
  const searching = {
    ...{ query, vault: ports.vault, canonicalAddress: ports.canonicalAddress, walletNetworks: networks },
    networkNames: async () => networks.map(({ name }) => name),
  };
  const ops: OpsDeps = {
    search: (text, limit) => search(searching, text, { partnerId: null, limit, after: null }),
    ...waitingOn(ports, query, ports.catalog.networks),
    ...{ query, commands: service, assets: ports.catalog.assets },
    place: { environment: 'test', instance: 'lastro', modes: ['live', 'sandbox'] },
    ...{ cookie: { name: COOKIE, isSecure: false }, origin: 'https://console.example', files: new Map() },
    operatorOfKey: (operatorKey) => findOperator(ports.eventStore, operatorKey),
    ...{ findSession: findSession(deps), lookAtLink: lookAtLink(deps), signIn: signIn(deps), signOut: signOut(deps) },
    ...{ listSessions: deps.sessions.list, revokeOperator: revokeOperator(ports) },
    listOperators: () => listOperators(ports.eventStore),
    ...{ projections: [], replayParked: async () => [], head: () => ports.eventStore.head() },
    rebuilds: { list: async () => [], start: async () => undefined, cancel: async () => false },
    refused: (code) => void refusals.push(code),
    identity: null,
    ...changesOf(deps),
  };
  const app = createOperatorsApp({ ...world.deps, logger: log, ops });
  const add = async (operatorName: string, role: OperatorRole): Promise<Person> => {
    const added = { operatorName, role, by: null, isEmbedded: true };
    const { operatorKey } = await addOperator(ports)(added, context(world));
    const operator = await findOperator(ports.eventStore, operatorKey);
    if (operator === null) throw new Error(`${operatorName} was not added`);
    return { operator, operatorKey };
  };
  const people = {} as Record<OperatorRole, Person>;
  for (const role of OPERATOR_ROLES) people[role] = await add(`the-${role}`, role);
  const linkOf = ({ operator }: Person): Promise<string> => makeSignInLink(ports, false)(operator);
  return {
    ...{ world, ops, app, log, refusals, people, standing, add, linkOf },
    revoke: ({ operator: { operatorName } }) => revokeOperator(ports)({ operatorName, by: null }, context(world)),
    signIn: async (person) => cookieIn(await signInBy(app, await linkOf(person))),
    close: world.close,
  };
};

let shared: Promise<OpsWorld> | null = null;

/** The one world of a test file that imports several modules of cases. */
export const sharedOpsWorld = (): Promise<OpsWorld> => {
  shared ??= openOpsWorld();
  return shared;
};

/** The request of a link's page when its button is pressed. */
export const signInBy = (app: Express, token: string, headers: Readonly<Record<string, string>> = OWN_PAGE) =>
  request(app).post('/ops/v1/session').set(headers).send({ token });

/** `name=value` of the answer's only cookie. */
export const cookieIn = ({ headers }: Response): string => {
  const [cookie = '', ...others] = ([] as string[]).concat(headers['set-cookie'] ?? []);
  if (others.length > 0) throw new Error('an answer sets two cookies');
  return cookie.split(';', 1)[0] ?? '';
};

export const standingLink = (people: Map<string, KeptLink>, { operator }: Person, token: string): void => {
  people.set(sha256Hex(token), { ...operator, expiresAt: null });
};
