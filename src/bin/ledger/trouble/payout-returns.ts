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

/** `ledger payouts returns list|pay-again|refund|hand-over`. */
export const addReturnCommands = (payouts: Command): void => {
  const returns = payouts.command('returns').description('what payees sent back, and what becomes of it');
  returns
    .command('list', { isDefault: true })
    .description('what came back and is open, the oldest first')
    .option('--json', 'print nothing but JSON on stdout')
    .action(list);
  withCents(returns.command('pay-again <paymentId>'))
    .description('pay the payee again, by a new attempt; only what came back whole')
    .action(resolving('pay-again', () => ({ how: 'PAID_AGAIN' })));
  withCents(returns.command('refund <paymentId>'))
    .description('owe it back in crypto to whoever sent it; fees stay')
    .action(resolving('refund', () => ({ how: 'CRYPTO_DUE' })));
  withCents(returns.command('hand-over <paymentId>'))
    .requiredOption('--transfer <id>', 'the transfer to the partner, as the bank names it')
    .description('record that it was handed to the partner')
    .action(resolving('hand-over', ({ transfer = '' }) => ({ how: 'PARTNER_PAID', transfer })));
};

const withCents = (command: Command): Command =>
  withOperator(command).requiredOption('--cents <n>', 'what the list shows to be open, all of it', centsOf);

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
    print(json, { items }, lines.length === 0 ? ['Nothing that came back is open'] : lines);
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
