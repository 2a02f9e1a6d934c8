import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { closedLoop, type Window } from './shared/closed-loop';
import { serve } from './shared/serve';

export interface KycLoad {
  readonly url: string;
  readonly apiKey: string;
  readonly clients: number;
}

/** Everybody is somebody else; the provider looks at the document alone. */
const person = () => ({
  ...{ externalUserId: randomUUID(), documentNumber: '404.428.201-35', fullName: 'TESTE 0135' },
  ...{ birthDate: '1970-11-14', motherName: 'Maria Teste', email: 'ana@example.com' },
  isPoliticallyExposedPerson: false,
});

const BUSY = 503;

/** Clients that each start one session after the other. */
serve(async ({ url, apiKey, clients }: KycLoad) => {
  const pool = new Pool(url, { connections: clients, pipelining: 1 });
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const start = async (): Promise<boolean> => {
    const path = '/api/v1/users/kyc/sessions/natural-person';
    const { statusCode, body } = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(person()) });
    const answer = await body.text();
    if (statusCode !== 201 && statusCode !== BUSY) throw new Error(`${statusCode} ${answer}`);
    return statusCode === 201;
  };
  return {
    answer: (window: Window) => closedLoop({ ...window, workers: clients }, start),
    close: () => pool.destroy(),
  };
});
