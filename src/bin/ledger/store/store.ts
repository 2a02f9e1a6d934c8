import type { Command } from 'commander';
import { checkStore } from './check';

/** `ledger store check`. */
export const addStoreCommands = (program: Command): void => {
  const store = program.command('store').description('the event store, and what binds PostgreSQL to it');
  store
    .command('check')
    .description(
      'whether the event store and PostgreSQL are what the ledger needs: nodes, leader, TLS, rights, clocks, others, standby; writes nothing, exits with 1 and names the first fault',
    )
    .option('--json', 'print nothing but JSON on stdout')
    .action(checkStore);
};
