import { Pool } from 'undici';
import { makeCallback } from '../seeds/callback';
import { closedLoop, type Window } from './shared/closed-loop';
import { serve } from './shared/serve';

export interface CallbackLoadSettings {
  readonly url: string;
  readonly secret: string;
  readonly clients: number;
}

/** Clients that each send one signed callback after the other. */
serve(async ({ url, secret, clients }: CallbackLoadSettings) => {
  const pool = new Pool(url, { connections: clients, pipelining: 1 });
  const send = async (): Promise<boolean> => {
    const { headers, body } = makeCallback(secret);
    const answer = await pool.request({ method: 'POST', path: '/webhooks/bank/sandbox', headers, body });
    await answer.body.dump();
    if (answer.statusCode !== 200) throw new Error(`A callback is answered ${answer.statusCode}`);
    return true;
  };
  return {
    answer: (window: Window) => closedLoop({ ...window, workers: clients }, send),
    close: () => pool.close(),
  };
});
