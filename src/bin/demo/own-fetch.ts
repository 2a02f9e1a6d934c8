import { Agent, fetch } from 'undici';

/** A fetch with an agent of its own: the platform's fetch uses the agent of its Node. */
export const openOwnFetch = () => {
  const dispatcher = new Agent();
  const ownFetch = async (request: Request): Promise<Response> => {
    const { url, method, headers } = request;
    const body = request.body === null ? null : await request.text();
    const answer = await fetch(url, { dispatcher, method, headers: Object.fromEntries(headers), body });
    return new Response(answer.body, { status: answer.status, headers: [...answer.headers] });
  };
  return { fetch: ownFetch, close: () => dispatcher.close() };
};
