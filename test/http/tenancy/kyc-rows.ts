import { randomUUID } from 'node:crypto';
import type { RouteRow } from './route-rows';

const DOCUMENT = { documentType: 'CPF', documentNumber: '40442820135', country: 'BR' };

const ADDRESS = {
  ...{ postalCode: '01310-100', street: 'Av. Paulista', number: '1', neighborhood: 'Bela Vista' },
  ...{ city: 'São Paulo', state: 'SP' },
};

const WHO = {
  ...{ fullName: 'Ana Souza', birthDate: '1990-02-28', motherName: 'Maria Souza', email: 'ana@exemplo.com' },
  documentNumber: '40442820135',
};

/** A person with a new id. */
export const person = (externalUserId: string = randomUUID()) => ({
  ...WHO,
  ...{ externalUserId, isPoliticallyExposedPerson: false },
});

/** A company with an id of its own. */
export const company = (externalUserId: string = randomUUID()) => ({
  ...{ externalUserId, documentNumber: '12ABC34501DE35', businessName: 'Souza Ltda', tradingName: 'Souza' },
  ...{ companyType: 'LTDA', contactNumber: '+5511999999999', businessEmail: 'a@b.example', businessAddress: ADDRESS },
  owners: [{ ...WHO, ownerType: 'BOTH', phoneNumber: '+5511999999999', address: ADDRESS }],
});

/** Live credentials have no provider in the world. */
export const KYC_ROWS: Readonly<Record<string, RouteRow>> = {
  'post /api/v1/users/kyc/lookup': { owner: 200, body: () => DOCUMENT },
  'post /api/v1/users/kyc/verify': { owner: 200, body: () => DOCUMENT },
  'post /api/v1/users/kyc/sessions/natural-person': { owner: 201, body: () => person() },
  'post /api/v1/users/kyc/sessions/legal-person': { owner: 201, body: () => company() },
  'get /api/v1/users/kyc/sessions': { owner: 200, cursor: 'sessionId' },
  'post /api/v1/sandbox/kyc/sessions/:sessionId/decide': {
    ...{ owner: 200, foreign: 404 },
    body: () => ({ decision: 'REJECTED' }),
  },
  'get /api/v1/users/kyc/users/:externalUserId/check': { owner: 200, foreign: 200 },
};
