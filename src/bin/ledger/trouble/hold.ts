import { type Command, Option } from 'commander';
import { inferPixKey } from '../../../../aggregates/codes/pix-key';
import type { Halt } from '../../../../aggregates/halts/events';
import type { Found, Released } from '../../../../commands/trouble/released';
import { filled, inSession, mustSayWhy, type OperatorOptions, operatorContext, print, withOperator } from '../operator';

interface HoldOptions extends OperatorOptions {
  readonly method?: string;
  readonly provider?: string;
  readonly network?: string;
  readonly payee?: string;
}

const METHODS = ['PIX_KEY', 'PIX_BRCODE', 'BOLETO', 'GIFT_CARD'];

const withTargets = (command: Command): Command =>
  withOperator(command)
    .addOption(new Option('--method <method>', 'instead of one payment: new payouts of a method').choices(METHODS))
    .option('--provider <name>', 'new payouts by a provider', filled)
    .option('--network <name>', 'new payouts for deposits on a network', filled)
    .option('--payee <key>', 'new payouts to a PIX key', filled);

/** `ledger hold` and `ledger release`: for one payment, or for new payouts of a method, provider, network or payee. */
export const addHoldCommands = (program: Command): void => {
  withTargets(program.command('hold [paymentId]'))
    .description(
      'hold a payment until its release: the service sends no payout, debit, delivery or refund, but still asks about sent orders',
    )
    .action(hold);
  withTargets(program.command('release [paymentId]'))
    .description(
      'continue a payment on hold. After a loss of the log the service asks every provider first, and never sends a known order again. For a payment with a return or a refund due you confirm that neither was resolved in the lost time',
    )
    .action(release);
};

/** Null: a payment is named. Throws unless exactly one of these is given. */
const haltIn = (paymentId: string | undefined, { method, provider, network, payee }: HoldOptions): Halt | null => {
  const named = [
    { scope: 'METHOD', value: method },
    { scope: 'PROVIDER', value: provider },
    { scope: 'NETWORK', value: network },
    { scope: 'PAYEE', value: payee === undefined ? undefined : keyIn(payee) },
  ].flatMap(({ scope, value }) => (value === undefined ? [] : [{ scope: scope as Halt['scope'], value }]));
  if (named.length + (paymentId === undefined ? 0 : 1) !== 1)
    throw new Error('Give exactly one payment, --method, --provider, --network or --payee');
  return named[0] ?? null;
};

const keyIn = (text: string): string => {
  const key = inferPixKey(text);
  if (key === null) throw new Error('--payee fits several kinds of PIX keys: write a phone with +55');
  return key.key;
};

const shown = ({ scope, value }: Halt): string =>
  scope === 'PAYEE' ? 'new payouts to this payee' : `new payouts of ${scope.toLowerCase()} ${value}`;

const hold = async (paymentId: string | undefined, options: HoldOptions): Promise<void> => {
  mustSayWhy('hold', options);
  const halt = haltIn(paymentId, options);
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    const { holdPayment, haltPayouts } = session.service;
    const changed = halt === null ? await holdPayment(paymentId ?? '', context) : await haltPayouts(halt, context);
    const subject = halt === null ? { paymentId } : { scope: halt.scope };
    const name = halt === null ? paymentId : shown(halt);
    print(options.json, { ...subject, changed }, [`${name}: ${changed ? 'held' : 'already in this state'}`]);
  });
};

const release = async (paymentId: string | undefined, options: HoldOptions): Promise<void> => {
  mustSayWhy('release', options);
  const halt = haltIn(paymentId, options);
  await inSession(async (session) => {
    const context = await operatorContext(session, options);
    if (halt !== null) {
      const changed = await session.service.resumePayouts(halt, context);
      const words = changed ? 'released' : 'already in this state';
      print(options.json, { scope: halt.scope, changed }, [`${shown(halt)}: ${words}`]);
      return;
    }
    const released = await session.service.releasePayment(paymentId ?? '', context);
    const changed = released.outcome !== 'UNCHANGED';
    print(options.json, { paymentId, changed, ...released }, [`${paymentId}: ${wordsOf(released)}`]);
  });
};

const wordsOf = (released: Released): string => {
  switch (released.outcome) {
    case 'RELEASED':
      return 'released';
    case 'RELEASED_TO_OPERATOR':
      return 'released: you confirmed that the return or refund was not resolved in the lost time. Resolve it now, once';
    case 'UNCHANGED':
      return 'already in this state';
    case 'DEBIT_RELEASED':
      return 'the debit is released. A provider knows the payout, which stays on hold: release it again after the debit is settled';
    case 'RECOVERED':
      return `${released.found.map(foundWords).join(', ')}: the provider has this order, so it is recorded and not sent again; the payment stays on hold`;
  }
};

const foundWords = ({ step, attempt, key }: Found): string => `${step.toLowerCase()} ${key} (attempt ${attempt})`;
