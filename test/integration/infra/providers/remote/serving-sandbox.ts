import type { Clock } from '../../../../../commands/ports/clock';
import { createSandboxBank } from '../../../../../infra/providers/sandbox/bank';
import { createSandboxCharges } from '../../../../../infra/providers/sandbox/charging/charging';
import { providerControls } from '../../../../../infra/providers/sandbox/controls';
import { createKycDesk } from '../../../../../infra/providers/sandbox/kyc/kyc-desk';
import { createSandboxRegistry } from '../../../../../infra/providers/sandbox/kyc/registry';
import type { SandboxPorts } from '../../../../../infra/providers/sandbox/sandbox-ports';
import { createRemoteSandbox } from '../../../../../infra/providers/sandbox-remote/remote';
import { servedBy } from '../../../../../infra/providers/sandbox-remote/served';
import { createSandboxServer } from '../../../../../infra/providers/sandbox-remote/server';
import { silent } from '../../../../http/world';
import { createMemoryBooks } from '../../../../infra/providers/memory-books';
import { createMemoryKycStore } from '../../../../infra/providers/memory-kyc-store';
import { createMemoryPayoutStore } from '../../../../infra/providers/memory-payout-store';
import { listening, SECRET } from './serving';

/** The simulators over books in memory. */
export const simulatedPorts = (clock: Clock): SandboxPorts => {
  const store = createMemoryPayoutStore();
  const bank = createSandboxBank({ store, clock });
  const desk = createKycDesk({ store: createMemoryKycStore(), clock });
  const charges = createSandboxCharges({ openBook: createMemoryBooks(), clock, aheadMs: store.aheadMs });
  return {
    ...{ payouts: bank.provider, charges: charges.provider, kyc: desk.provider, registry: createSandboxRegistry() },
    controls: providerControls({ bank: bank.controls, desk, charges: charges.control }),
  };
};

export const serverOf = (ports: SandboxPorts) =>
  createSandboxServer({ served: servedBy(ports), secrets: ['another-secret-of-it', SECRET], logger: silent });

/** The same behind a socket. */
export const portsElsewhere = async (clock: Clock, ports = simulatedPorts(clock)): Promise<SandboxPorts> =>
  createRemoteSandbox({ url: await listening(serverOf(ports)), secret: SECRET, clock, onTrouble: () => undefined });
