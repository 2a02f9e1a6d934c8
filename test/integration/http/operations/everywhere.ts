import type { Express } from 'express';
import type { Response } from 'supertest';
import type { HttpDeps } from '../../../../src/http/deps';
import { refusingLimits } from '../../../doubles/limits';
import { sharedCookie } from '../../../http/members/member-world';
import { type Ask, type Asked, credentialFor, prepare, type Stage, send } from '../../../http/operations/driver';
import { type NamedOperation, schemesOf } from '../../../http/public/document';

/** A refusal that every route, or every route of a kind, gives in the same way. */
export interface Refusal {
  readonly code: string;
  /** True when the operation can give this refusal. */
  readonly appliesTo: (operation: NamedOperation) => boolean;
  readonly provoke: (stage: Stage, operation: NamedOperation, ask: Ask) => Promise<Response>;
}

const always = (): boolean => true;
const isSecured = ({ operation }: NamedOperation): boolean => schemesOf(operation).length > 0;
const isOfMembers = ({ operation }: NamedOperation): boolean => schemesOf(operation)[0] === 'member';
const permissionsOf = ({ operation: { security = [] } }: NamedOperation): readonly string[] =>
  (security.find(({ member }) => member !== undefined)?.['member'] ?? []) as readonly string[];
const isHealth = ({ path }: NamedOperation): boolean => /\/health(\/|$)/.test(path);
const depends = ({ path }: NamedOperation): boolean => !path.endsWith('/health/live');

const away = Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' });
const bug = new TypeError('select * from nowhere');

/** Deps on which every request fails: authentication, the limit of the address, or the health checks. */
const failing = (error: Error, { world }: Stage): Partial<HttpDeps> => {
  const fail = () => Promise.reject(error);
  const members = { ...world.deps.members, findSession: fail };
  return { credentials: { keyHolder: fail, signers: fail, tokenHolder: fail }, readiness: fail, members };
};

/** A public route asks nothing before its controller but the limit of the address. */
const brokenLimits = ({ readiness }: Partial<HttpDeps>): HttpDeps['limits'] => ({
  take: async () => {
    await readiness?.();
    return null;
  },
});

/** An app with these deps, shared by all operations. */
const appOf = (changesOf: (stage: Stage) => Partial<HttpDeps>) => {
  let app: Express | undefined;
  return (stage: Stage): Express => {
    app ??= stage.world.appWith(changesOf(stage));
    return app;
  };
};

const without = (error: Error): Refusal['provoke'] => {
  const asked = appOf((stage) => failing(error, stage));
  const unlimited = appOf((stage) => {
    const changes = failing(error, stage);
    return { ...changes, limits: brokenLimits(changes) };
  });
  return (stage, operation, ask) => {
    const appIn = isSecured(operation) || isHealth(operation) ? asked : unlimited;
    return send(stage, operation, async (own) => ({ ...(await ask(own)), app: appIn(stage) }));
  };
};

/** Another body than the driver's, byte for byte. */
const raw = async (stage: Stage, operation: NamedOperation, ask: Ask, [type, body]: readonly [string, string]) => {
  const { headers, ...asked } = await ask(stage);
  const credential = asked.credential ?? (await credentialFor(stage, operation)) ?? undefined;
  const full: Asked = { ...asked, ...(credential === undefined ? {} : { credential }) };
  return prepare(stage, operation, { ...full, headers: { ...headers, 'Content-Type': type } }).send(body);
};

const refusing = appOf(() => ({ limits: refusingLimits }));

/** In the order of the document's statuses. */
export const EVERYWHERE: readonly Refusal[] = [
  {
    code: 'VALIDATION_ERROR',
    appliesTo: always,
    provoke: (stage, operation, ask) => raw(stage, operation, ask, ['application/json', '{"a":1,"a":2}']),
  },
  {
    code: 'UNAUTHORIZED',
    appliesTo: isSecured,
    provoke: (stage, operation, ask) =>
      send(stage, operation, async () => ({ ...(await ask(stage)), credential: 'x' })),
  },
  {
    code: 'PARTNER_INACTIVE',
    appliesTo: (operation) => isSecured(operation) && !isOfMembers(operation),
    provoke: async (stage, operation, ask) => {
      const credential = (await credentialFor(stage, operation, stage.suspended)) ?? 'none';
      return send(stage, operation, async () => ({ ...(await ask(stage)), credential }));
    },
  },
  {
    code: 'IP_NOT_ALLOWED',
    appliesTo: ({ operation }) => schemesOf(operation).includes('partner'),
    provoke: (stage, operation, ask) =>
      send(stage, operation, async () => ({ ...(await ask(stage)), credential: stage.distant.apiKey })),
  },
  {
    code: 'ROLE_REQUIRED',
    appliesTo: (operation) => permissionsOf(operation).some((permission) => permission !== 'read'),
    provoke: async (stage, operation, ask) => {
      const credential = await sharedCookie(stage.world, stage.partner, 'viewer');
      return send(stage, operation, async () => ({ ...(await ask(stage)), credential }));
    },
  },
  {
    code: 'OTHER_ORIGIN',
    appliesTo: (operation) => permissionsOf(operation).length > 0 && operation.method !== 'get',
    provoke: async (stage, operation, ask) => {
      const credential = await sharedCookie(stage.world, stage.partner, 'owner');
      const prepared = prepare(stage, operation, { ...(await ask(stage)), credential });
      return prepared.set('Sec-Fetch-Site', 'cross-site').send({});
    },
  },
  {
    code: 'PAYLOAD_TOO_LARGE',
    appliesTo: always,
    provoke: (stage, operation, ask) => raw(stage, operation, ask, ['application/json', `"${'x'.repeat(102_400)}"`]),
  },
  {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    appliesTo: always,
    provoke: (stage, operation, ask) => raw(stage, operation, ask, ['text/plain', '{}']),
  },
  {
    code: 'RATE_LIMITED',
    appliesTo: (operation) => !isHealth(operation),
    provoke: (stage, operation, ask) =>
      send(stage, operation, async () => ({ ...(await ask(stage)), app: refusing(stage) })),
  },
  {
    code: 'INTERNAL',
    appliesTo: depends,
    provoke: without(bug),
  },
  {
    code: 'SERVICE_UNAVAILABLE',
    appliesTo: depends,
    provoke: without(away),
  },
];
