import type { Command } from 'commander';
import { filled, inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from '../operator';
import { centsOf } from './numbers';

export const addPixCommand = (program: Command): void => {
  const cashins = program
    .command('cashins')
    .description('record a PIX that its cash-in does not know; needs --actor and --reason');
  withOperator(cashins.command('settle <intentId>'))
    .requiredOption('--pix <endToEndId>', "the end-to-end id of the PIX in the bank's list", filled)
    .requiredOption(
      '--transfer <id>',
      'the transfer that settled the PIX: its end-to-end id, or the id of the bank',
      filled,
    )
    .option('--cents <n>', 'the amount of the PIX, if its provider no longer lists it', centsOf)
    .description(
      'record that you settled a PIX by hand that the bank lists but its charge does not report; the service asks the charge first',
    )
    .action(settle);
};

interface SettleOptions extends OperatorOptions {
  readonly pix: string;
  readonly transfer: string;
  readonly cents?: string;
}

const settle = async (intentId: string, options: SettleOptions): Promise<void> => {
  mustSayWhy('cashins settle', options);
  const { pix: endToEndId, transfer, cents: amountCents } = options;
  const said = amountCents === undefined ? {} : { amountCents };
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const changed = await session.service.settlePix({ intentId, endToEndId, transfer, ...said }, context);
    const words = changed ? `${endToEndId} is recorded as settled by ${transfer}` : 'already in this state';
    print(options.json, { intentId, changed, endToEndId, transfer }, [`${intentId}: ${words}`]);
  });
};
