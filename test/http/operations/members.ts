import request from 'supertest';
import type { OwnSession } from '../../../src/http/session/session.dto';
import {
  credentialHeaders,
  get,
  inviteTo,
  memberCookie,
  OWN_PAGE,
  signedInAs,
  withMail,
} from '../members/member-world';
import type { Ask, Drivers, Provoked, Stage } from './driver';

const ME = '/api/v1/partners/me';
const SESSION = '/api/v1/session';
const headers = OWN_PAGE;

/** A member of the partner, and the world with mail. */
const mailed = async (stage: Stage) => {
  const { email } = await inviteTo(stage.world, stage.partner, 'viewer');
  const { members, lastToken } = withMail(stage.world);
  const app = stage.world.appWith({ members });
  await request(app).post(`${SESSION}/link`).set(headers).send({ email });
  return { email, app, token: lastToken() };
};

const byToken: Ask = async (stage) => {
  const { app, token } = await mailed(stage);
  return { app, headers, body: { token } };
};

const usedLink: Provoked = {
  ...{ status: 422, code: 'LINK_NOT_VALID' },
  ask: () => ({ headers, body: { token: '0'.repeat(64) } }),
};

const fromElsewhere = (body: object): Provoked => ({ status: 403, code: 'OTHER_ORIGIN', ask: () => ({ body }) });

const other = async (stage: Stage) => ({
  path: { memberId: (await inviteTo(stage.world, stage.partner, 'viewer')).memberId },
});

const unknown = (body?: object): Provoked => ({
  ...{ status: 404, code: 'NOT_FOUND' },
  ask: () => ({ path: { memberId: 'none' }, ...(body === undefined ? {} : { body }) }),
});

/** The only owner of a partner, about itself. */
const lastOwner = (body?: object): Provoked => ({
  ...{ status: 409, code: 'WRONG_STATE' },
  ask: async ({ world }) => {
    const credential = await memberCookie(world, await world.partner(), 'owner');
    const listed = await request(world.app).get(`${ME}/members`).set(credentialHeaders(credential));
    const [{ memberId }] = listed.body.data as readonly { readonly memberId: string }[] & [{ memberId: string }];
    return { credential, path: { memberId }, ...(body === undefined ? {} : { body }) };
  },
});

export const memberDrivers: Drivers = {
  [`post ${SESSION}/link`]: {
    ask: async (stage) => {
      const { app, email } = await mailed(stage);
      return { app, headers, body: { email } };
    },
    also: [
      fromElsewhere({ email: 'a@b.example' }),
      {
        ...{ status: 503, code: 'PROVIDER_NOT_CONFIGURED' },
        ask: () => ({ headers, body: { email: 'a@b.example' } }),
      },
    ],
  },
  [`post ${SESSION}/look`]: {
    ask: byToken,
    also: [usedLink, fromElsewhere({ token: '0'.repeat(64) })],
  },
  [`post ${SESSION}`]: {
    ask: byToken,
    also: [usedLink, fromElsewhere({ token: '0'.repeat(64) })],
  },
  [`get ${SESSION}`]: { ask: () => ({}) },
  [`get ${SESSION}/own`]: { ask: () => ({}) },
  [`delete ${SESSION}/own/{memberSessionId}`]: {
    ask: async ({ world, partner }) => {
      const person = await inviteTo(world, partner, 'viewer');
      const [credential] = [await signedInAs(world, partner, person), await signedInAs(world, partner, person)];
      const own = await get(world, `${SESSION}/own`, credential);
      const { memberSessionId } = own.body.data.find(({ isCurrent }: OwnSession) => !isCurrent);
      return { credential, path: { memberSessionId } };
    },
    also: [{ status: 404, code: 'NOT_FOUND', ask: () => ({ path: { memberSessionId: 'none' } }) }],
  },
  [`delete ${SESSION}`]: {
    ask: async ({ world, partner }) => ({ credential: await memberCookie(world, partner, 'viewer') }),
  },
  [`get ${ME}/members`]: { ask: () => ({}) },
  [`post ${ME}/members`]: {
    ask: ({ world }) => ({ body: { email: `${world.deps.ids.uuid()}@example.com`, role: 'developer' } }),
    also: [
      {
        ...{ status: 409, code: 'WRONG_STATE' },
        ask: async ({ world, partner }) => ({
          body: { email: (await inviteTo(world, partner, 'viewer')).email, role: 'developer' },
        }),
      },
    ],
    elsewhere: { LIMIT_EXCEEDED: 'test/aggregates/members/members.test.ts' },
  },
  [`patch ${ME}/members/{memberId}`]: {
    ask: async (stage) => ({ ...(await other(stage)), body: { role: 'developer' } }),
    also: [unknown({ role: 'viewer' }), lastOwner({ role: 'viewer' })],
  },
  [`delete ${ME}/members/{memberId}`]: { ask: other, also: [unknown(), lastOwner()] },
  [`get ${ME}/payments/{paymentId}`]: {
    ask: ({ paid }) => ({ path: { paymentId: paid.intentId } }),
    also: [{ status: 404, code: 'PAYMENT_NOT_FOUND', ask: () => ({ path: { paymentId: 'none' } }) }],
  },
  [`get ${ME}/requests`]: {
    ask: () => ({ query: { limit: '5' } }),
    also: [{ status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { cursor: 'x' } }) }],
  },
  [`get ${ME}/payments.csv`]: {
    ask: () => ({ query: { month: '2026-11' } }),
    also: [{ status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { month: '2026-13' } }) }],
  },
};
