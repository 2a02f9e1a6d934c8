import type { CallContext } from '../../../commands/ports/providers/result';
import type { SandboxBook } from '../../../infra/providers/sandbox/book/sandbox-book';

interface Order {
  readonly idempotencyKey: string;
  readonly scenario?: string;
}

type Create<Request, Answer> = (context: CallContext, request: Request) => Promise<Answer>;

/** `next` names the scenario of the next order. An order keeps its scenario when it is repeated. */
export const playing = <Request extends Order, Answer>(order: Create<Request, Answer>) => {
  const played = new Map<string, Partial<Order>>();
  let armed: Partial<Order> = {};
  const create: Create<Request, Answer> = (context, request) => {
    const scenario = played.get(request.idempotencyKey) ?? armed;
    played.set(request.idempotencyKey, scenario);
    armed = {};
    return order(context, { ...request, ...scenario });
  };
  const next = (scenario: string): void => {
    armed = { scenario };
  };
  return { create, next };
};

/** Is away for one call after `leave`. */
export const leaving = (book: SandboxBook) => {
  let isAway = false;
  const change: SandboxBook['change'] = async (...call) => {
    const failed = isAway;
    isAway = false;
    if (failed) throw new Error('away');
    return book.change(...call);
  };
  const leave = (): void => {
    isAway = true;
  };
  return { book: { ...book, change }, leave };
};
