/** What the demo's partner and user ask over HTTP; every answer must be a success. */
export interface PartnerApi {
  readonly get: <Answer>(path: string, token: string) => Promise<Answer>;
  readonly post: <Answer>(path: string, token: string, body: object) => Promise<Answer>;
  readonly patch: <Answer>(path: string, token: string, body: object) => Promise<Answer>;
}

interface Envelope {
  readonly success: boolean;
  readonly data: unknown;
}

export const createPartnerApi = (baseUrl: string): PartnerApi => {
  const ask = async <Answer>(method: string, path: string, token: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const envelope = JSON.parse(text) as Envelope;
    if (!envelope.success) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return envelope.data as Answer;
  };
  return {
    get: (path, token) => ask('GET', path, token),
    post: (path, token, body) => ask('POST', path, token, body),
    patch: (path, token, body) => ask('PATCH', path, token, body),
  };
};
