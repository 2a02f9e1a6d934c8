import { createSandboxRegistry } from '../sandbox/kyc/registry';
import type { SandboxPorts } from '../sandbox/sandbox-ports';
import { createAsk, type RemoteOptions } from './call';
import { remoteCharges } from './charges';
import { remoteControls } from './controls';
import { remoteKyc, remoteRegistry } from './kyc';
import { remotePayouts } from './payouts';

/** The sandbox's providers where they are a program of their own. */
export const createRemoteSandbox = (options: RemoteOptions): SandboxPorts => {
  const ask = createAsk(options);
  return {
    ...{ payouts: remotePayouts(ask), charges: remoteCharges(ask), kyc: remoteKyc(ask) },
    registry: remoteRegistry(ask, createSandboxRegistry()),
    controls: remoteControls(ask, options.clock),
  };
};
