import { z } from 'zod';
import type { CallbackSource } from '../../../commands/ports/providers/callback-source';
import { jsonObjectIn } from '../../callbacks/read-json';
import { staticTokenScheme } from '../../callbacks/schemes/static-token';
import { orderToAuthorize } from './withdrawals';

const namedShape = z.object({ externalReference: z.string() }).nullish().catch(null);

const bodyShape = z.object({ id: z.string().nullish().catch(null), transfer: namedShape, bill: namedShape });

/** The token is static, so a body proves nothing: it only names the object to ask about. */
export const asaasSource = (provider: string, callbackToken: string): CallbackSource => ({
  ...{ surface: 'bank', provider, readOrder: orderToAuthorize },
  isAuthentic: staticTokenScheme({ header: 'asaas-access-token', tokens: [callbackToken] }),
  read: (body) => {
    const read = bodyShape.safeParse(jsonObjectIn(body));
    if (!read.success) return null;
    const { id, transfer, bill } = read.data;
    const keys = [transfer, bill].flatMap((named) => (named ? [named.externalReference] : []));
    return { eventId: id ?? null, hints: keys.map((key) => ({ kind: 'payout', key })) };
  },
});
