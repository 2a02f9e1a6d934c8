import type { Failure } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Answered, Client, Told } from './client';

/** The failure of a question that moves no money; null: the provider answered, or refused (`refusalIn`). */
export const unansweredBy =
  (called: string, refusalIn: (told: Answered) => string | null) =>
  (client: Pick<Client, 'name'>, told: Told): Failure | null => {
    const fail = failingAs(client);
    if (told.kind !== 'ANSWERED') return fail('UNAVAILABLE', 'TIMEOUT', `${called} did not answer`);
    if (told.status >= 200 && told.status < 300) return null;
    const refusal = refusalIn(told);
    if (refusal === 'AUTH') return fail('UNAVAILABLE', 'AUTH', `${called} does not accept the credentials`);
    if (refusal === 'RATE_LIMITED') {
      const limited = fail('RATE_LIMITED', 'RATE_LIMITED', `${called} received too many requests`);
      return typeof told.retryAfterMs === 'number' ? { ...limited, retryAfterMs: told.retryAfterMs } : limited;
    }
    return refusal === null ? fail('UNAVAILABLE', 'OTHER', `${called} answered ${told.status}`) : null;
  };
