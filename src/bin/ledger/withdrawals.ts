import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FoundDebit } from '../../../aggregates/withdrawal/events';
import { decideRedemption } from '../../../commands/withdrawal/decide-redemption';
import { settleOutside } from '../../../commands/withdrawal/settle-outside';
import { byTwo } from './by-two';
import { filled, mustSayWhy, type OperatorOptions, withOperator } from './operator';
import { assetOf, baseUnitsOf } from './payout-refunds';

/** `ledger withdrawals decide|settle`. */
export const addWithdrawalCommands = (program: Command): void => {
  const withdrawals = program.command('withdrawals').description('withdrawals in trouble; all need --reason, and who');
  withOperator(withdrawals.command('decide <withdrawId>'))
    .addOption(new Option('--not-debited', 'nothing was taken from the wallet').conflicts('debited'))
    .option('--debited <transaction>', 'what was taken from the wallet, by its hash or id', filled)
    .option('--asset <id>', 'the asset that was taken, by its id', assetOf)
    .option('--base-units <n>', 'how much was taken, in base units', baseUnitsOf)
    .description(
      'end a withdrawal whose redemption contradicts itself about the debit, or is gone or has not sent or ended it for 2 hours, or whose settled debit is gone before its payout was sent, when it says nothing else: what was taken is owed back; two operators, each by a key of their own, give this command',
    )
    .action(decide);
  withOperator(withdrawals.command('settle <withdrawId>'))
    .requiredOption(
      '--settled-by <reference>',
      'the transfer, case or document by which the loss was made good',
      filled,
    )
    .description(
      'record what made good a settled debit that is gone, which moves nothing; two operators, each by a key of their own, give this command',
    )
    .action(settle);
};

interface DecideOptions extends OperatorOptions {
  readonly notDebited?: true;
  readonly debited?: string;
  readonly asset?: number;
  readonly baseUnits?: string;
}

const debitedIn = ({ notDebited, debited: txid, asset: assetId, baseUnits: amountBaseUnits }: DecideOptions) => {
  const isGiven = txid !== undefined && assetId !== undefined && amountBaseUnits !== undefined;
  if (isGiven && notDebited === undefined) return { txid, assetId, amountBaseUnits } satisfies FoundDebit;
  const isNothing = txid === undefined && assetId === undefined && amountBaseUnits === undefined;
  if (isNothing && notDebited === true) return null;
  throw new InvalidArgumentError('Either --not-debited, or --debited with --asset and --base-units.');
};

const decide = async (withdrawId: string, options: DecideOptions): Promise<void> => {
  mustSayWhy('withdrawals decide', options);
  const debited = debitedIn(options);
  const end = `it has failed; ${debited === null ? 'nothing is owed' : 'what was taken is owed back'}`;
  await byTwo({ name: 'withdrawId', id: withdrawId }, options, {
    decide: ({ adapters }, who, context) => decideRedemption(adapters.ports)({ withdrawId, debited, ...who }, context),
    end,
  });
};

interface SettleOptions extends OperatorOptions {
  readonly settledBy: string;
}

const settle = async (withdrawId: string, options: SettleOptions): Promise<void> => {
  mustSayWhy('withdrawals settle', options);
  const { settledBy } = options;
  await byTwo({ name: 'withdrawId', id: withdrawId }, options, {
    decide: ({ adapters }, who, context) => settleOutside(adapters.ports)({ withdrawId, settledBy, ...who }, context),
    end: 'its loss is settled',
  });
};
