import type { Command } from 'commander';
import { filled, inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from '../operator';
import { assetOf, baseUnitsOf, dueOf } from './numbers';

export const addRefundCommand = (payouts: Command): void => {
  withOperator(payouts.command('refund <paymentId>'))
    .requiredOption('--network <name>', 'the network of the transfer', filled)
    .requiredOption('--transaction <id>', 'the hash or id of the transaction', filled)
    .requiredOption('--asset <id>', 'the id of the sent asset', assetOf)
    .requiredOption('--base-units <n>', 'the sent amount, in base units', baseUnitsOf)
    .option('--gas-base-units <n>', 'the network fee, in base units of its coin', baseUnitsOf)
    .requiredOption('--to <address>', 'the receiver of the transfer', filled)
    .option('--reference <text>', 'the destination tag, muxed id or memo, if the transfer has one', filled)
    .requiredOption('--at <time>', 'the time of the transfer, in ISO 8601', filled)
    .option('--due <n>', 'the number of the RefundDue; default: all open dues', dueOf)
    .description(
      'record your transfer that refunded a payment in crypto; the network must show it as final. Refused before refundableFrom, and if the payee was paid after all',
    )
    .action(refund);
};

interface RefundOptions extends OperatorOptions {
  readonly network: string;
  readonly transaction: string;
  readonly asset: number;
  readonly baseUnits: string;
  readonly gasBaseUnits?: string;
  readonly to: string;
  readonly reference?: string;
  readonly at: string;
  readonly due?: number;
}

const refund = async (paymentId: string, options: RefundOptions): Promise<void> => {
  mustSayWhy('payouts refund', options);
  const { network, transaction: txid, asset: assetId, baseUnits: amountBaseUnits, to, at, due = null } = options;
  const { reference = null } = options;
  const { gasBaseUnits } = options;
  const gas = gasBaseUnits === undefined ? {} : { gasBaseUnits };
  const transfer = { network, txid, assetId, amountBaseUnits, ...gas, to, transferredAt: at };
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const changed = await session.service.recordRefund({ paymentId, transfer, reference, due }, context);
    const words = changed ? `its refund is recorded as ${txid} on ${network}` : 'already in this state';
    print(options.json, { paymentId, changed, network, transaction: txid }, [`${paymentId}: ${words}`]);
  });
};
