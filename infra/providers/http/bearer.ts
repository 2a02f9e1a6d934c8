import { z } from 'zod';
import type { CallContext } from '../../../commands/ports/providers/result';
import { type Client, type ClientOptions, createClient, type Told } from './client';

export interface BearerOptions extends Omit<ClientOptions, 'headers'> {
  readonly headersOf?: (path: string) => Readonly<Record<string, string>>;
  readonly askToken: (context: CallContext) => Promise<Told>;
}

const tokenShape = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number),
});

/** Before its end a token is asked for again. */
const EARLY_MS = 60_000;
const UNAUTHORIZED = 401;

/** The request itself was not sent. A refusal of the credentials becomes 401. */
const withoutToken = (told: Told): Told => {
  if (told.kind !== 'ANSWERED' || told.status < 400 || told.status >= 500) return { kind: 'NOT_SENT' };
  return told.status === 429 ? told : { ...told, status: UNAUTHORIZED };
};

/** Carries a token with each request. A request whose token is refused was not executed: it is sent again once. */
export const createBearerClient = ({ headersOf, askToken, ...options }: BearerOptions): Client => {
  const { clock } = options;
  const held = { token: '', untilMs: Number.NEGATIVE_INFINITY, asking: null as Promise<Told> | null };
  const headers = (path: string) => ({ ...headersOf?.(path), authorization: `Bearer ${held.token}` });
  const client = createClient({ ...options, headers });

  /** Null: there is already a new token. */
  const renew = async (context: CallContext): Promise<Told | null> => {
    held.asking ??= askToken(context).finally(() => {
      held.asking = null;
    });
    const told = await held.asking;
    const read = tokenShape.safeParse(told.kind === 'ANSWERED' && told.status < 300 ? told.body : undefined);
    if (!read.success) return told;
    held.token = read.data.access_token;
    held.untilMs = clock.now() + read.data.expires_in * 1_000 - EARLY_MS;
    return null;
  };

  const authorized = async (context: CallContext, send: () => Promise<Told>): Promise<Told> => {
    const missing = clock.now() < held.untilMs ? null : await renew(context);
    if (missing !== null) return withoutToken(missing);
    const { token } = held;
    const told = await send();
    if (told.kind !== 'ANSWERED' || told.status !== UNAUTHORIZED) return told;
    const refused = held.token === token ? await renew(context) : null;
    return refused === null ? send() : told;
  };

  return {
    ...client,
    get: (context, path, id) => authorized(context, () => client.get(context, path, id)),
    remove: (context, place) => authorized(context, () => client.remove(context, place)),
    post: (context, ...order) => authorized(context, () => client.post(context, ...order)),
    put: (context, ...order) => authorized(context, () => client.put(context, ...order)),
    patch: (context, ...order) => authorized(context, () => client.patch(context, ...order)),
  };
};
