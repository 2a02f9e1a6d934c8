import { type Command, InvalidArgumentError } from 'commander';
import type { CashinEnd } from '../../../aggregates/cashin/events';
import { byTwo } from './by-two';
import { filled, inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from './operator';
import { baseUnitsOf } from './payout-refunds';
import { centsOf } from './payout-returns';

/** `ledger cashins decide`. */
export const addCashinDecisionCommand = (cashins: Command): void => {
  withOperator(cashins.command('decide <intentId>'))
    .option('--delivered <transaction>', 'the crypto was delivered, by this transaction', filled)
    .option('--base-units <n>', 'how much was delivered in all, in base units', baseUnitsOf)
    .option('--refunded <endToEndId>', 'all that is owed back of this PIX was given back', filled)
    .option('--transfer <id>', 'what gave it back, by its end-to-end id or the id that the bank gave it', filled)
    .description(
      'end a cash-in that its providers do not end any more, or have not for 2 h since its PIX or its delivery, or the refund of one of its PIX that is refused, or for 2 h unknown or not to be sent, by what you have sent; two operators, each by a key of their own, give this command; from the first word on nothing is sent beside it',
    )
    .action(decide);
};

/** `ledger cashins settle`. */
export const addPixCommand = (cashins: Command): void => {
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

interface DecideOptions extends OperatorOptions {
  readonly delivered?: string;
  readonly baseUnits?: string;
  readonly refunded?: string;
  readonly transfer?: string;
}

const endIn = ({ delivered, baseUnits, refunded, transfer }: DecideOptions): CashinEnd => {
  const [isDelivered, isRefunded] = [
    [delivered, baseUnits],
    [refunded, transfer],
  ].map((each) => each.some((option) => option !== undefined));
  if (delivered !== undefined && baseUnits !== undefined && isRefunded === false) {
    return { how: 'DELIVERED', txId: delivered, deliveredBaseUnits: baseUnits };
  }
  if (refunded !== undefined && transfer !== undefined && isDelivered === false) {
    return { how: 'REFUNDED', endToEndId: refunded, transfer };
  }
  throw new InvalidArgumentError('Either --delivered with --base-units, or --refunded with --transfer.');
};

const decide = async (intentId: string, options: DecideOptions): Promise<void> => {
  mustSayWhy('cashins decide', options);
  const end = endIn(options);
  await byTwo({ name: 'intentId', id: intentId }, options, {
    decide: ({ service }, who, context) => service.decideCashin({ intentId, end, ...who }, context),
    end: end.how === 'DELIVERED' ? 'taken for delivered' : `${end.endToEndId} is taken for given back`,
  });
};
