import { type BankOptions, createSandboxBank, type SandboxBank } from './bank';
import { type CallbackOptions, type Callbacks, createCallbacks } from './callbacks';
import { createKycDesk, type KycDesk, type KycDeskOptions } from './kyc/kyc-desk';
import type { OtherCallback, PayoutStore } from './payouts/payout-store';

export type SandboxOptions = CallbackOptions & Pick<BankOptions, 'settleDelayMs' | 'store'>;

export interface Sandbox extends SandboxBank {
  readonly callbacks: Callbacks;
  /** For the other simulators: the bank calls about them too. */
  readonly plan: (callback: OtherCallback) => Promise<void>;
  /** How far the partner's simulated time is ahead. */
  readonly aheadMs: (partnerId: string) => Promise<number>;
}

const planningIn = (store: PayoutStore, callbacks: Callbacks): Pick<Sandbox, 'plan' | 'aheadMs'> => ({
  aheadMs: store.aheadMs,
  plan: async (callback) => {
    await store.planCallback(callback);
    callbacks.expect(callback.dueAtMs);
  },
});

export const createSandbox = (options: SandboxOptions): Sandbox => {
  const callbacks = createCallbacks(options);
  const { store, clock, settleDelayMs } = options;
  const pace = settleDelayMs === undefined ? {} : { settleDelayMs };
  return {
    ...createSandboxBank({ store, clock, onPlanned: callbacks.expect, ...pace }),
    callbacks,
    ...planningIn(store, callbacks),
  };
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
