import type { Command } from 'commander';
import { filled, inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from '../operator';
import { assetOf, baseUnitsOf, dueOf } from './numbers';

/** `ledger payouts refund`. */
export const addRefundCommand = (payouts: Command): void => {
  withOperator(payouts.command('refund <paymentId>'))
    .requiredOption('--network <name>', 'where it was sent', filled)
    .requiredOption('--transaction <id>', 'its hash or id', filled)
    .requiredOption('--asset <id>', 'the asset that was sent, by its id', assetOf)
    .requiredOption('--base-units <n>', 'what was sent, in base units', baseUnitsOf)
    .option('--gas-base-units <n>', 'what the network took for it, in base units of its own coin', baseUnitsOf)
    .requiredOption('--to <address>', 'where it was sent to', filled)
    .option('--reference <text>', 'its destination tag, muxed id or memo; without it, it has none', filled)
    .requiredOption('--at <time>', 'when it was sent, in ISO 8601', filled)
    .option('--due <n>', 'which RefundDue of the payment it gives back; without it all that are owed', dueOf)
    .description(
      'record that what a payment owes back in crypto was sent, by a transfer that you have made and that its network shows as final; refused before refundableFrom, and of whoever was paid after all',
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
    const words = changed ? `its refund is recorded as ${txid} on ${network}` : 'nothing to change';
    print(options.json, { paymentId, changed, network, transaction: txid }, [`${paymentId}: ${words}`]);
  });
};
