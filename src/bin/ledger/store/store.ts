import { type Command, Option } from 'commander';
import { withOperator } from '../operator';
import { attachStore } from './attach';
import { heightFrom } from './attach-loss';
import { checkStore } from './check';
import { compareStore, UNKNOWN_EXIT } from './compare';
import { moveStore, targetUrl } from './move';

/** `ledger store check | compare | attach | move`. */
export const addStoreCommands = (program: Command): void => {
  const store = program.command('store').description('the event store, and what binds PostgreSQL to it');
  store
    .command('check')
    .description(
      'whether the event store and PostgreSQL are what the ledger needs: nodes, leader, TLS, rights, clocks, others, standby; writes nothing, exits with 1 and names the first fault',
    )
    .option('--json', 'print nothing but JSON on stdout')
    .action(checkStore);
  store
    .command('compare')
    .description(
      'what PostgreSQL (rows, webhook outbox, key vault) or the bank knows and the log does not, and the other way round; writes nothing, exits with 0 when nothing differs, 1 when something does, 2 when that is not known',
    )
    .option('--json', 'a JSON line for each difference, and nothing else on stdout')
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : UNKNOWN_EXIT))
    .action(compareStore);
  withOperator(store.command('attach'))
    .description(
      'gives the ledger of the event store to this PostgreSQL, which must not differ from it; the one that had it before ends work. End its services first',
    )
    .option('--forget-opening', 'only drops the row of a first start that another PostgreSQL overtook')
    .option(
      '--accept-loss',
      'goes on from a log that was restored from an older copy: every payment that it holds as open is held until it is released. End every service first. Broken off, the same command goes on',
    )
    .addOption(
      new Option(
        '--from <network=height>',
        'with --accept-loss: from where a network is read again of which the log tells no height; may be repeated',
      ).argParser(heightFrom),
    )
    .action(attachStore);
  withOperator(store.command('move'))
    .description(
      'moves the ledger to another event store, event by event, and PostgreSQL with it. End every service first. Broken off, the same command goes on; --cancel takes it back until the ledger has arrived',
    )
    .addOption(
      new Option('--to <url>', 'an empty event store, esdb://..., or "embedded"').env('MOVE_TO').argParser(targetUrl),
    )
    .option('--cancel', 'the ledger stays where it is, and can never arrive there by this move')
    .option('--target-destroyed', 'with --cancel: that store is gone for good, and is not asked')
    .action(moveStore);
};
