import type { Command } from 'commander';
import { addCompareCommand } from './compare';
import { addDecideCommand } from './decide';
import { addHoldCommands } from './hold';
import { addListCommand } from './list';
import { addRefundCommand } from './payout-refunds';
import { addReturnCommands } from './payout-returns';
import { addPixCommand } from './settle-pix';

export const addTroubleCommands = (program: Command): void => {
  addListCommand(program);
  addHoldCommands(program);
  addDecideCommand(program);
  const payouts = program.command('payouts').description('handle returns, crypto refunds and bank comparisons');
  addReturnCommands(payouts);
  addRefundCommand(payouts);
  addCompareCommand(payouts);
  addPixCommand(program);
};
