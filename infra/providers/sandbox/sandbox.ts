import { type BankOptions, createSandboxBank, type SandboxBank } from './bank';
import { type CallbackOptions, type Callbacks, createCallbacks } from './callbacks';

export type SandboxOptions = CallbackOptions & Pick<BankOptions, 'settleDelayMs'>;

export interface Sandbox extends SandboxBank {
  readonly callbacks: Callbacks;
}

export const createSandbox = (options: SandboxOptions): Sandbox => {
  const callbacks = createCallbacks(options);
  const { store, clock, settleDelayMs } = options;
  const pace = settleDelayMs === undefined ? {} : { settleDelayMs };
  return { ...createSandboxBank({ store, clock, onPlanned: callbacks.expect, ...pace }), callbacks };
};
