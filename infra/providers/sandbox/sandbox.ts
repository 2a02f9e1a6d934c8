import { type BankOptions, createSandboxBank, type SandboxBank } from './bank';
import { type CallbackOptions, type Callbacks, createCallbacks } from './callbacks';
import { createKycDesk, type KycDesk, type KycDeskOptions } from './kyc/kyc-desk';

export type SandboxOptions = CallbackOptions & Pick<BankOptions, 'settleDelayMs' | 'store'>;

export interface Sandbox extends SandboxBank {
  readonly callbacks: Callbacks;
}

export const createSandbox = (options: SandboxOptions): Sandbox => {
  const callbacks = createCallbacks(options);
  const { store, clock, settleDelayMs } = options;
  const pace = settleDelayMs === undefined ? {} : { settleDelayMs };
  return { ...createSandboxBank({ store, clock, onPlanned: callbacks.expect, ...pace }), callbacks };
};

export type SandboxKycOptions = Omit<CallbackOptions, 'store' | 'type'> &
  Pick<KycDeskOptions, 'store' | 'settleDelayMs'>;

export interface SandboxKyc extends KycDesk {
  readonly callbacks: Callbacks;
}

/** The simulated KYC provider, which calls back like every other. */
export const createSandboxKyc = (options: SandboxKycOptions): SandboxKyc => {
  const callbacks = createCallbacks({ ...options, type: 'kyc.changed' });
  return { ...createKycDesk({ ...options, onPlanned: callbacks.expect }), callbacks };
};
