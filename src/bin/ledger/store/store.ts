import { type Command, Option } from 'commander';
import { withOperator } from '../operator';
import { attachStore } from './attach';
import { heightFrom } from './attach-loss';
import { exportStore, importStore } from './move';

export const addStoreCommands = (program: Command): void => {
  const store = program.command('store').description('manage the event store and its pair with PostgreSQL');
  withOperator(store.command('attach'))
    .description(
      'attach the ledger of the event store to this PostgreSQL after a restore; the previous PostgreSQL stops work. End its services first',
    )
    .option(
      '--accept-loss',
      'continue from an older copy: every open payment is on hold until its release. End every service first. After an interruption repeat the same command',
    )
    .addOption(
      new Option(
        '--from <network=height>',
        'with --accept-loss: the height from which a network without a height in the log is scanned again; repeatable',
      ).argParser(heightFrom),
    )
    .action(attachStore);
  withOperator(store.command('export <file>'))
    .description('close the event store and export the ledger to a file for another store')
    .action(exportStore);
  store
    .command('import <file>')
    .description(
      'reads an exported ledger into the empty store of EVENTSTORE_URL, or into the log in PostgreSQL without it, and maps the rows of the same PostgreSQL',
    )
    .option('--json', 'print only JSON on stdout')
    .action(importStore);
};
