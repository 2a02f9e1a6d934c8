import { rejection } from '../../../aggregates/rejection';
import type { Clock } from '../../../commands/ports/clock';
import type { CallContext, Result } from '../../../commands/ports/result';
import type { ProviderControls } from '../sandbox/controls';
import type { Ask } from './call';

const TIMEOUT_MS = 5_000;

/** Throws WRONG_STATE as the simulators do, and PROVIDER_FAILURE when the call may not have been made. */
const answeredValue = <Value>(result: Result<Value>): Value => {
  if (result.ok) return result.value;
  if (result.kind === 'REJECTED') throw rejection('WRONG_STATE', result.message);
  throw rejection('PROVIDER_FAILURE', "The sandbox's providers did not answer");
};

export const remoteControls = (ask: Ask, clock: Pick<Clock, 'now'>): ProviderControls => {
  const contextOf = (partnerId: string): CallContext => ({
    ...{ requestId: 'control', partnerId, mode: 'sandbox', deadlineMs: clock.now() + TIMEOUT_MS },
  });
  return {
    decidePayout: async ({ partnerId, idempotencyKey }, decision) =>
      answeredValue(await ask('controls.decidePayout', contextOf(partnerId), [idempotencyKey, decision])),
    decideSession: async ({ partnerId, providerSessionId }, decision, reason) =>
      answeredValue(
        await ask('controls.decideSession', contextOf(partnerId), [providerSessionId, decision, reason ?? null]),
      ),
    payCharge: async ({ partnerId, idempotencyKey }, pix) =>
      answeredValue(await ask('controls.payCharge', contextOf(partnerId), [idempotencyKey, pix])),
    decideDispute: async ({ partnerId, idempotencyKey }, decision) =>
      answeredValue(await ask('controls.decideDispute', contextOf(partnerId), [idempotencyKey, decision])),
    advance: async (partnerId, ms) => answeredValue(await ask('controls.advance', contextOf(partnerId), [ms])),
    reset: async (partnerId) => {
      answeredValue(await ask('controls.reset', contextOf(partnerId), []));
    },
  };
};
