import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';

/** HTTP to the nodes, as their administrator. */
export interface Door {
  /** Of the JSON answer; rejects on a status from 300 on. */
  readonly ask: <Answer>(port: number, question: Question) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export interface Question {
  readonly path: string;
  readonly body?: object;
}

const ANSWER_TIMEOUT_MS = 2_000;

export const openDoor = (caFile: string, adminPassword: string): Door => {
  const dispatcher = new Agent({
    // An address is no name for TLS.
    connect: { ca: readFileSync(caFile, 'utf8'), servername: 'localhost' },
    ...{ headersTimeout: ANSWER_TIMEOUT_MS, bodyTimeout: ANSWER_TIMEOUT_MS, connectTimeout: ANSWER_TIMEOUT_MS },
  });
  const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`;
  const ask = async <Answer>(port: number, { path, body }: Question): Promise<Answer> => {
    const { statusCode, body: answer } = await request(`https://127.0.0.1:${port}${path}`, {
      dispatcher,
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (statusCode >= 300) throw new Error(`${path} is answered ${statusCode}: ${text}`);
    return (text === '' ? null : JSON.parse(text)) as Answer;
  };
  return { ask, close: () => dispatcher.destroy() };
};
