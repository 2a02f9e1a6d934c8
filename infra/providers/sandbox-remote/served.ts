import { isRejection } from '../../../aggregates/rejection';
import type { Result } from '../../../commands/ports/result';
import { failure } from '../failures';
import type { SandboxPorts } from '../sandbox/sandbox-ports';
import { REMOTE_NAME, type Served } from './protocol';

/** What a control call is refused by is told; what it fails by is the program's own. */
const controlled = async <Value>(call: Promise<Value>): Promise<Result<Value>> => {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    if (!isRejection(error)) throw error;
    return failure(REMOTE_NAME, 'REJECTED', 'OTHER', error.rejection.message);
  }
};

const servedControls = ({ controls }: Pick<SandboxPorts, 'controls'>) =>
  ({
    'controls.decidePayout': ({ partnerId }, idempotencyKey, decision) =>
      controlled(controls.decidePayout({ partnerId, idempotencyKey }, decision)),
    'controls.decideSession': ({ partnerId }, providerSessionId, decision, reason) =>
      controlled(controls.decideSession({ partnerId, providerSessionId }, decision, reason ?? undefined)),
    'controls.payCharge': ({ partnerId }, idempotencyKey, pix) =>
      controlled(controls.payCharge({ partnerId, idempotencyKey }, pix)),
    'controls.decideDispute': ({ partnerId }, idempotencyKey, decision) =>
      controlled(controls.decideDispute({ partnerId, idempotencyKey }, decision)),
    'controls.advance': ({ partnerId }, ms) => controlled(controls.advance(partnerId, ms)),
    'controls.reset': ({ partnerId }) => controlled(controls.reset(partnerId).then(() => null)),
  }) satisfies Partial<Served>;

/** Which port's method answers which call. */
export const servedBy = (ports: SandboxPorts): Served => {
  const { payouts, charges, kyc, registry } = ports;
  return {
    'payouts.resolveBrCode': payouts.resolveBrCode,
    'payouts.resolveKey': payouts.resolveKey,
    'payouts.resolveBoleto': payouts.resolveBoleto,
    'payouts.resolveGiftCard': payouts.resolveGiftCard,
    'payouts.create': payouts.create,
    'payouts.get': payouts.get,
    'payouts.list': payouts.list,
    'charges.create': charges.create,
    'charges.get': charges.get,
    'charges.cancel': charges.cancel,
    'charges.refund': charges.refund,
    'charges.getRefund': charges.getRefund,
    'charges.listCredits': charges.listCredits,
    'kyc.start': kyc.start,
    'kyc.get': kyc.get,
    'kyc.reopen': kyc.reopen,
    'kyc.find': kyc.find,
    'kyc.erase': kyc.erase,
    'kyc.health': kyc.health,
    'registry.lookUp': registry.lookUp,
    ...servedControls(ports),
  };
};
