import type { Clock } from '../../../commands/ports/clock';
import type { PayoutMethod, PayoutProvider } from '../../../commands/ports/providers/payout-provider';
import { type Breaker, type BreakerStanding, createBreaker } from './breaker';

type Kind = PayoutMethod['kind'];

export interface BreakerChange {
  readonly provider: string;
  readonly method: Kind;
  /** Null: closed. */
  readonly standing: BreakerStanding | null;
}

export interface BreakerOptions {
  readonly clock: Clock;
  readonly onChange: (change: BreakerChange) => void;
}

export const withBreakers = (provider: PayoutProvider, { clock, onChange }: BreakerOptions): PayoutProvider => {
  const opened = (method: Kind): Breaker => {
    const breaker: Breaker = createBreaker(clock, () =>
      onChange({ provider: provider.name, method, standing: breaker.standing() }),
    );
    return breaker;
  };
  const breakers = new Map(provider.kinds.map((kind) => [kind, opened(kind)]));
  return {
    ...provider,
    isBroken: (kind) => {
      const standing = breakers.get(kind)?.standing() ?? null;
      return standing !== null && clock.now() < standing.retryAtMs;
    },
    mayTry: (kind) => breakers.get(kind)?.mayTry() ?? true,
    create: async (context, request) => {
      const send = () => provider.create(context, request);
      return breakers.get(request.method.kind)?.order(send) ?? send();
    },
    get: async (context, asked) => {
      const ask = () => provider.get(context, asked);
      return breakers.get(asked.kind)?.question(ask) ?? ask();
    },
  };
};
