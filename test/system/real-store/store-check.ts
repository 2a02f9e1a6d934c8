import type { RunInfo } from '../../../infra/run-file';
import { runProgram } from '../end-to-end/support/run-service';

interface Told {
  readonly check: string;
  readonly says: string;
}

/** What `ledger store check` finds wrong first, as an operator is told; null where nothing is. */
export const findFirstFault = async ({ databaseUrl, eventStoreUrl }: RunInfo): Promise<string | null> => {
  const named = eventStoreUrl === undefined ? {} : { EVENTSTORE_URL: eventStoreUrl };
  const environment = { DATABASE_URL: databaseUrl, ...named };
  const { stdout, stderr } = await runProgram('ledger', ['store', 'check', '--json'], environment);
  if (!stdout.startsWith('{')) throw new Error(`ledger store check did not run: ${stderr}`);
  const { firstFault } = JSON.parse(stdout) as { readonly firstFault: Told | null };
  return firstFault === null ? null : `${firstFault.check}: ${firstFault.says}`;
};
