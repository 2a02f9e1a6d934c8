import { lastingRejection, type RejectionCode, rejection } from '../../../aggregates/rejection';
import type { Commands } from '../../../src/http/deps';
import { company, person } from '../tenancy/kyc-rows';
import { type Ask, type Asked, type Driver, type Drivers, obtain, type Provoked, type Stage } from './driver';
import { scenariosOf } from './refusals';

const KYC = '/api/v1/users/kyc';
const UNKNOWN = '0f8fad5b-d9cb-469f-a165-70867728950e';

const DOCUMENT = { documentType: 'CPF', documentNumber: '40442820135', country: 'BR' };

const STATUS = { PROVIDER_FAILURE: 502, PROVIDER_NOT_CONFIGURED: 503 } as const;

/** As when the provider is away, or there is none. */
const unserved = (command: keyof Commands, code: keyof typeof STATUS, ask: Ask): Provoked => ({
  ...{ status: STATUS[code], code },
  ask: async (stage) => ({ ...(await ask(stage)), app: refusing(stage, command, code) }),
});

const refusing = ({ world }: Stage, command: keyof Commands, code: RejectionCode) =>
  world.appWith({ [command]: () => Promise.reject(rejection(code, 'No answer')) });

const invalid = (body: object): Provoked => ({ status: 400, code: 'VALIDATION_ERROR', ask: () => ({ body }) });

const UNSERVED = ['PROVIDER_FAILURE', 'PROVIDER_NOT_CONFIGURED'] as const;

const starting = (body: () => object): Driver => {
  const ask = (): Asked => ({ body: body() });
  const open = lastingRejection('CONCURRENT_OPERATION', 'The user already has an open KYC session');
  return {
    ask,
    also: [
      invalid({}),
      ...scenariosOf(201, 'KYC_REJECTED', body),
      {
        ...{ status: 409, code: 'CONCURRENT_OPERATION' },
        ask: ({ world }) => ({ ...ask(), app: world.appWith({ startKycSession: () => Promise.reject(open) }) }),
      },
      ...UNSERVED.map((code) => unserved('startKycSession', code, ask)),
    ],
  };
};

const startedBy = async ({ world, partner }: Stage): Promise<string> => {
  const { sessionId = '' } = await obtain({ world }, `${KYC}/sessions/natural-person`, person(), partner.apiKey);
  await world.project();
  return sessionId;
};

const deciding: Ask = async (stage) => ({
  path: { sessionId: await startedBy(stage) },
  body: { decision: 'APPROVED' },
});

const ofSession = async (stage: Stage): Promise<Asked> => ({ path: { sessionId: await startedBy(stage) } });

const notThere: Provoked = { status: 404, code: 'SESSION_NOT_FOUND', ask: () => ({ path: { sessionId: UNKNOWN } }) };

const lookingUp = (command: 'lookUpDocument' | 'verifyDocument', codes: readonly (keyof typeof STATUS)[]): Driver => {
  const ask = (): Asked => ({ body: DOCUMENT });
  return {
    ask,
    also: [
      invalid({ ...DOCUMENT, documentNumber: '1' }),
      {
        ...{ status: 404, code: 'KYC_DOCUMENT_NOT_FOUND' },
        ask: () => ({ body: { ...DOCUMENT, documentNumber: '07691852312' } }),
      },
      ...codes.map((code) => unserved(command, code, ask)),
    ],
  };
};

export const kycDrivers: Drivers = {
  [`post ${KYC}/lookup`]: lookingUp('lookUpDocument', UNSERVED),
  [`post ${KYC}/verify`]: lookingUp('verifyDocument', UNSERVED),
  [`post ${KYC}/sessions/natural-person`]: starting(person),
  [`post ${KYC}/sessions/legal-person`]: starting(company),
  [`get ${KYC}/sessions`]: {
    ask: () => ({ query: { limit: '1' } }),
    also: [{ status: 400, code: 'VALIDATION_ERROR', ask: () => ({ query: { cursor: UNKNOWN } }) }],
  },
  [`get ${KYC}/sessions/{sessionId}`]: { ask: ofSession, also: [notThere] },
  [`post ${KYC}/sessions/{sessionId}/sync`]: {
    ask: ofSession,
    also: [notThere, ...UNSERVED.map((code) => unserved('syncKycSession', code, ofSession))],
  },
  [`post ${KYC}/sessions/{sessionId}/document-url`]: {
    ask: ofSession,
    also: [
      notThere,
      {
        ...{ status: 422, code: 'SESSION_ENDED' },
        ask: async (stage) => {
          const asked = await ofSession(stage);
          stage.world.clock.advance(6_000);
          const path = `${KYC}/sessions/${asked.path?.['sessionId'] ?? ''}/sync`;
          await obtain(stage, path, {}, stage.partner.apiKey);
          return asked;
        },
      },
      ...UNSERVED.map((code) => unserved('reopenKycSession', code, ofSession)),
    ],
  },
  ['post /api/v1/sandbox/kyc/sessions/{sessionId}/decide']: {
    ask: deciding,
    also: [
      { ...notThere, ask: () => ({ path: { sessionId: UNKNOWN }, body: { decision: 'REJECTED' } }) },
      {
        ...{ status: 409, code: 'WRONG_STATE' },
        ask: async (stage) => {
          const asked = await deciding(stage);
          await stage.world.ports.sandboxControls.reset(stage.partner.partnerId);
          return asked;
        },
      },
    ],
  },
  [`get ${KYC}/users/{externalUserId}/check`]: { ask: () => ({ path: { externalUserId: 'nobody' } }) },
  [`get ${KYC}/health`]: {
    ask: () => ({}),
    also: [unserved('kycHealth', 'PROVIDER_NOT_CONFIGURED', () => ({}))],
  },
};
