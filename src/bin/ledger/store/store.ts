import { type Command, Option } from 'commander';
import { withOperator } from '../operator';
import { attachStore } from './attach';
import { heightFrom } from './attach-loss';
import { exportStore, importStore } from './move';

/** `ledger store attach | export | import`. */
export const addStoreCommands = (program: Command): void => {
  const store = program.command('store').description('the event store, and what binds PostgreSQL to it');
  withOperator(store.command('attach'))
    .description(
      'gives the ledger of the event store to this PostgreSQL after a restore; the one that had it before ends work. End its services first',
    )
    .option(
      '--accept-loss',
      'goes on from an older copy: every open payment is held until it is released. End every service first. Broken off, the same command goes on',
    )
    .addOption(
      new Option(
        '--from <network=height>',
        'with --accept-loss: from where a network is read again of which the log has no height; may be repeated',
      ).argParser(heightFrom),
    )
    .action(attachStore);
  withOperator(store.command('export <file>'))
    .description('closes the event store and writes the ledger to a file, to be imported into another store')
    .action(exportStore);
  store
    .command('import <file>')
    .description(
      'reads an exported ledger into the empty store of EVENTSTORE_URL, or into the log in PostgreSQL without it, and maps the rows of the same PostgreSQL',
    )
    .option('--json', 'print nothing but JSON on stdout')
    .action(importStore);
};
