import type { Request } from 'express';
import type { CashoutIntentCreated } from '../../../aggregates/cashout/events';
import { rejection } from '../../../aggregates/rejection';
import type { HttpDeps } from '../deps';
import type { Success } from '../envelope';
import { CASHOUT_INTENTS, readYourWrites } from '../request/command-context';
import { idempotencyKeyOf, repeatable } from '../request/idempotency';
import { stateOf, userOf } from '../request/request-state';
import { isQuoteId } from '../request/shape/object-ids';

export interface AskedIntent {
  readonly quoteId: string;
  /** Null when not given. */
  readonly sender: string | null;
  /** The Idempotency-Key header, unparsed. */
  readonly idempotencyKey: string | undefined;
}

type Show<Answer> = (deps: HttpDeps, intent: CashoutIntentCreated) => Answer | Promise<Answer>;

/** Turns the caller's quote into an intent and waits until the caller can read it. 201. */
export const createIntent = async <Answer>(
  request: Request,
  { quoteId, sender, idempotencyKey }: AskedIntent,
  show: Show<Answer>,
): Promise<Success<Answer>> => {
  const { deps } = stateOf(request);
  const key = idempotencyKeyOf(idempotencyKey);
  const user = userOf(request);
  return repeatable({
    request,
    key,
    status: 201,
    run: async (context) => {
      if (!isQuoteId(quoteId)) throw rejection('QUOTE_NOT_FOUND', 'No such quote');
      const { intent, position } = await deps.createCashoutIntent({ user, quoteId, sender }, context);
      await readYourWrites(request, CASHOUT_INTENTS, position);
      return show(deps, intent);
    },
  });
};
