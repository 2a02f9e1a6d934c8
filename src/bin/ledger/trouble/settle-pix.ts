import type { Command } from 'commander';
import { filled, inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from '../operator';
import { centsOf } from './numbers';

/** `ledger cashins settle`. */
export const addPixCommand = (program: Command): void => {
  const cashins = program.command('cashins').description('PIX that no cash-in knows; needs --reason, and who');
  withOperator(cashins.command('settle <intentId>'))
    .requiredOption('--pix <endToEndId>', 'the PIX that the bank lists for it', filled)
    .requiredOption('--transfer <id>', 'what settled it, by its end-to-end id or the id that the bank gave it', filled)
    .option('--cents <n>', 'how much came, where its provider does not list the PIX any more', centsOf)
    .description(
      'record that a PIX was settled by your own means which the bank lists and its charge does not tell of; the charge is asked first',
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
    const words = changed ? `${endToEndId} is recorded as settled by ${transfer}` : 'nothing to change';
    print(options.json, { intentId, changed, endToEndId, transfer }, [`${intentId}: ${words}`]);
  });
};
