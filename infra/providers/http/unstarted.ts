import type { Failure, FailureCode } from '../../../commands/ports/providers/result';
import { failingAs } from '../failures';
import type { Answered, Client, Told } from './client';
import { unansweredBy } from './unanswered';

/** The failure of a start; null: the provider has answered. Something else than its own refusal leaves it unknown. */
export const unstartedBy = (called: string, refusalIn: (told: Answered) => FailureCode | null) => {
  const unansweredIn = unansweredBy(called, refusalIn);
  return (client: Pick<Client, 'name'>, told: Told): Failure | null => {
    const fail = failingAs(client);
    if (told.kind === 'LOST') return fail('UNKNOWN', 'TIMEOUT', `${called} did not answer`);
    if (told.kind === 'NOT_SENT' || told.status < 300) return unansweredIn(client, told);
    const code = refusalIn(told);
    if (code === null) return fail('UNKNOWN', 'OTHER', `${called} answered ${told.status}`);
    if (code === 'INSUFFICIENT_FUNDS') return fail('UNAVAILABLE', code, `The account has no credits at ${called}`);
    return unansweredIn(client, told) ?? fail('REJECTED', code, `${called} refuses to start`);
  };
};
