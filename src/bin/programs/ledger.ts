import './supported-node';

import { Command } from 'commander';
import { isRejection } from '../../../aggregates/rejection';
import { addAlertCommands } from '../ledger/alerts';
import { addAuditCommand } from '../ledger/audit';
import { addConsoleCommands } from '../ledger/console';
import { addDepositCommands } from '../ledger/deposits/deposits';
import { addInspectCommands } from '../ledger/inspect';
import { addExportCommands } from '../ledger/lists/exports';
import { addNetworkCommands } from '../ledger/networks';
import { addOperatorCommands } from '../ledger/operators';
import { addKeyCommands } from '../ledger/partners/keys';
import { addPartnerCommands } from '../ledger/partners/partner';
import { addLimitCommand } from '../ledger/providers/limits';
import { addPriceCommand } from '../ledger/providers/prices';
import { addProviderCommand } from '../ledger/providers/providers';
import { addRebuildCommands } from '../ledger/rebuild';
import { addSearchCommand } from '../ledger/search/search';
import { addStoreCommands } from '../ledger/store/store';
import { addStreamCommands } from '../ledger/streams';
import { addTroubleCommands } from '../ledger/trouble/trouble';
import { addUserCommands } from '../ledger/user';
import { addVaultCommands } from '../ledger/vault';

/** The operator's command line; works with or without a running service. */
const program = new Command('ledger')
  .description('Operate a lastro instance')
  .showHelpAfterError()
  .configureHelp({ showGlobalOptions: true });

addPartnerCommands(program);
addKeyCommands(program);
addUserCommands(program);
addOperatorCommands(program);
addConsoleCommands(program);
addNetworkCommands(program);
addDepositCommands(program);
addTroubleCommands(program);
addAuditCommand(program);
addPriceCommand(program);
addProviderCommand(program);
addLimitCommand(program);
addSearchCommand(program);
addExportCommands(program);
addInspectCommands(program);
addAlertCommands(program);
addRebuildCommands(program);
addStreamCommands(program);
addVaultCommands(program);
addStoreCommands(program);

program.parseAsync().then(
  () => process.exit(),
  (error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${isRejection(error) ? `${error.rejection.code}: ` : ''}${message}\n`);
    process.exit(1);
  },
);
