import { z } from 'zod';
import type { CallbackSource } from '../../../commands/ports/providers/callback-source';
import { jsonObjectIn } from '../../callbacks/read-json';
import { clientCertificateScheme } from '../../callbacks/schemes/client-certificate';
import { keyOf } from './shapes';

const bodyShape = z.object({ pix: z.array(z.object({ txid: z.string() }).nullable().catch(null)).nullish() });

/** The bank's certificate proves who calls. A body says what to ask about: a PIX, or the end of its refund. */
export const apiPixSource = (provider: string, subjects: readonly string[]): CallbackSource => ({
  ...{ surface: 'bank', provider },
  isAuthentic: clientCertificateScheme({ subjects }),
  read: (body) => {
    const read = bodyShape.safeParse(jsonObjectIn(body));
    if (!read.success) return null;
    const keys = (read.data.pix ?? []).map((pix) => keyOf(pix?.txid ?? ''));
    return { eventId: null, hints: keys.flatMap((key) => (key === null ? [] : [{ kind: 'charge', key }])) };
  },
});
