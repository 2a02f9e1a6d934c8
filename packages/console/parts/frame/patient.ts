const REPEATS = 2;

type Send = (request: Request) => Promise<Response>;

interface Patience {
  readonly send: Send;
  readonly rest: (ms: number) => Promise<void>;
}

const delayMsOf = ({ headers }: Response): number => (Number(headers.get('retry-after')) || 1) * 1_000;

/** Sends a read again while the service is busy (503), twice at most, after the delay that the service names. */
export const patiently =
  ({ send, rest }: Patience): Send =>
  async (request) => {
    let response = await send(request);
    for (let left = REPEATS; left > 0 && response.status === 503 && request.method === 'GET'; left -= 1) {
      await rest(delayMsOf(response));
      response = await send(request);
    }
    return response;
  };

export const patientFetch = patiently({
  send: (request) => fetch(request),
  rest: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
