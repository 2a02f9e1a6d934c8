import { type Command, InvalidArgumentError, Option } from 'commander';
import { mayDo } from '../../../aggregates/operator/permissions';
import type { FoundDebit } from '../../../aggregates/withdrawal/events';
import { decideRedemption } from '../../../commands/withdrawal/decide-redemption';
import { filled, inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from './operator';
import { namedOperator } from './operator-key';
import { assetOf, baseUnitsOf } from './payout-refunds';

/** `ledger withdrawals decide`. */
export const addWithdrawalCommands = (program: Command): void => {
  const withdrawals = program.command('withdrawals').description('withdrawals in trouble; all need --reason, and who');
  withOperator(withdrawals.command('decide <withdrawId>'))
    .addOption(new Option('--not-debited', 'nothing was taken from the wallet').conflicts('debited'))
    .option('--debited <transaction>', 'what was taken from the wallet, by its hash or id', filled)
    .option('--asset <id>', 'the asset that was taken, by its id', assetOf)
    .option('--base-units <n>', 'how much was taken, in base units', baseUnitsOf)
    .description(
      'end a withdrawal whose redemption contradicts itself about the debit, or is gone or has not sent or ended it for 2 hours, when it says nothing else: what was taken is owed back; two operators, each by a key of their own, give this command',
    )
    .action(decide);
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
  await inSession(async (session) => {
    const { ports } = session.adapters;
    const { operatorName: by, role } = await namedOperator(ports.eventStore, 'approve');
    const context = await operatorContext(session, options, 'approve');
    const asked = { withdrawId, debited, by, mayPropose: mayDo(role, 'operate') };
    const decision = await decideRedemption(ports)(asked, context);
    print(options.json, { withdrawId, decision }, [
      decision === 'DECIDED'
        ? `${withdrawId}: it has failed; ${debited === null ? 'nothing is owed' : 'what was taken is owed back'}`
        : `${withdrawId}: proposed by ${by}; another operator has to give the same command`,
    ]);
  });
};
