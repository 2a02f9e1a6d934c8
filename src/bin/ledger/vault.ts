import type { Command } from 'commander';
import { type RewrapProgress, rewrapKeys } from '../../../infra/vault/rewrap';
import { inSession, print } from './operator';

/** `ledger vault rewrap`. */
export const addVaultCommands = (program: Command): void => {
  const vault = program.command('vault').description('the vault of personal data');
  vault
    .command('rewrap')
    .description('wrap every key by the first key of MASTER_KEY, which every process must have by now; repeatable')
    .option('--json', 'print nothing but JSON on stdout')
    .action(rewrap);
};

const rewrap = async ({ json }: { readonly json?: boolean }): Promise<void> => {
  const show = createDisplay();
  const result = await inSession(({ adapters }) => rewrapKeys(adapters.batchPool, adapters.cipher, show));
  print(json, result, [
    `${result.rewrapped} keys rewrapped: everything in the vault is under the master key ${result.keyId}`,
    'The other keys of MASTER_KEY can go, first from one process and then from the others. Backups still need them.',
  ]);
};

const LINE_EVERY_MS = 1_000;

/** A line a second, and the first and the last one. */
const createDisplay = () => {
  let toldMs = Number.NEGATIVE_INFINITY;
  return ({ rewrapped, total }: RewrapProgress): void => {
    if (performance.now() - toldMs < LINE_EVERY_MS && rewrapped < total) return;
    toldMs = performance.now();
    process.stderr.write(`${rewrapped} of ${total} keys\n`);
  };
};
