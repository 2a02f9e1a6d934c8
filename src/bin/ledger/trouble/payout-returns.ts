import type { Command } from 'commander';
import { toDecimal } from '../../../../aggregates/money';
import type { ResolveReturn as Asked } from '../../../../aggregates/payout/commands';
import { streamNamed } from '../../../../aggregates/stream';
import { lastLoss } from '../../../../commands/trouble/loss/hold-forgotten';
import { readReturn, type ShownReturn } from '../../../../commands/trouble/resolve-return';
import { listReturns } from '../../../../read-models/steps/payouts';
import { MOST_OF_A_PAGE } from '../lists/paging';
import { inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from '../operator';
import { centsOf } from './numbers';

export const addReturnCommands = (payouts: Command): void => {
  const returns = payouts.command('returns').description('list and resolve returned payouts');
  returns
    .command('list', { isDefault: true })
    .description('list open returns, oldest first')
    .option('--json', 'print only JSON on stdout')
    .action(list);
  withCents(returns.command('pay-again <paymentId>'))
    .description('pay the payee again by a new attempt; only for a full return')
    .action(resolving('pay-again', () => ({ how: 'PAID_AGAIN' })));
  withCents(returns.command('refund <paymentId>'))
    .description('record a crypto refund to the sender; fees are kept')
    .action(resolving('refund', () => ({ how: 'CRYPTO_DUE' })));
  withCents(returns.command('hand-over <paymentId>'))
    .requiredOption('--transfer <id>', 'the transfer to the partner, as the bank names it')
    .description('record that the partner received the money')
    .action(resolving('hand-over', ({ transfer = '' }) => ({ how: 'PARTNER_PAID', transfer })));
};

const withCents = (command: Command): Command =>
  withOperator(command).requiredOption('--cents <n>', 'the whole open amount of the list', centsOf);

interface ReturnOptions extends OperatorOptions {
  readonly cents: string;
  readonly transfer?: string;
}

const resolving =
  (name: string, resolutionOf: (options: ReturnOptions) => Asked['resolution']) =>
  async (paymentId: string, options: ReturnOptions): Promise<void> => {
    mustSayWhy(`payouts returns ${name}`, options);
    await inSession(async (session) => {
      const context = await operatorContext(session, options);
      const resolution = resolutionOf(options);
      const { cents: expectedCents } = options;
      await session.service.resolveReturn({ paymentId, resolution, expectedCents }, context);
      print(options.json, { paymentId, ...resolution, cents: expectedCents }, [`${paymentId}: ${resolution.how}`]);
    });
  };

const list = async ({ json }: { readonly json?: boolean }): Promise<void> =>
  inSession(async ({ adapters }) => {
    const { eventStore, query } = adapters.ports;
    const rows = await listReturns(query, MOST_OF_A_PAGE);
    const loss = await lastLoss(eventStore);
    const found = await Promise.all(rows.map(({ stream }) => readReturn(eventStore, streamNamed(stream), loss)));
    const items = found.flatMap((shown, index) =>
      shown === null ? [] : [{ ...itemOf(shown), returnedAt: rows[index]?.updated_at }],
    );
    const lines = items.map(
      ({ paymentId, amount, provider, returnedAt, state }) =>
        `${paymentId}  R$ ${amount ?? '?'}  ${provider ?? ''}  ${returnedAt}  ${state}`,
    );
    print(json, { items }, lines.length === 0 ? ['No return is open'] : lines);
  });

const stateOf = ({ open, isHeld }: Pick<ShownReturn, 'open' | 'isHeld'>): 'BEING_PAID_AGAIN' | 'HELD' | 'OPEN' => {
  if (open === null) return 'BEING_PAID_AGAIN';
  return isHeld ? 'HELD' : 'OPEN';
};

const itemOf = ({ stream: _stream, open, isHeld, ...shown }: ShownReturn) => ({
  ...{ ...shown, state: stateOf({ open, isHeld }) },
  cents: open?.amountCents.toString() ?? null,
  amount: open === null ? null : toDecimal(open.amountCents, 2),
  provider: open?.provider ?? null,
  resolvableFrom: open?.resolvableFrom ?? null,
});
