import type { Command } from 'commander';
import { HALTS_ID, halts } from '../../../../aggregates/halts/halts';
import { toDecimal } from '../../../../aggregates/money';
import { stateOf } from '../../../../commands/handling/reading/read-stream';
import type { CallContext } from '../../../../commands/ports/providers/result';
import { systemClock } from '../../../../infra/clock';
import { breakerRows } from '../../../../infra/providers/breaker/breaker-rows';
import type { Health } from '../../../../infra/providers/health';
import { listHeld } from '../../../../read-models/steps/payouts';
import type { Bank } from '../../wiring/banks/banks';
import type { Identity } from '../../wiring/identity/identities';
import type { Session } from '../../wiring/session';
import { inSession, print } from '../operator';

/** `ledger providers`: asks each bank and each KYC provider once, and shows open breakers, halts and held payouts. */
export const addProviderCommand = (program: Command): void => {
  program
    .command('providers')
    .description(
      'ask each bank and KYC provider of PROVIDERS_FILE once, and print its balance, remaining look-ups and error; then list open breakers, halts and waiting payouts',
    )
    .option('--json', 'print only JSON on stdout')
    .action(show);
};

const TIMEOUT_MS = 10_000;

const callNow = (): CallContext => ({
  ...{ requestId: 'ledger-providers', partnerId: '', mode: 'live' },
  deadlineMs: systemClock.now() + TIMEOUT_MS,
});

type Asked = Health & Pick<Bank['entry'], 'name' | 'adapter'>;

const askBank = async ({ entry: { name, adapter }, readHealth }: Bank): Promise<Asked> => ({
  ...{ name, adapter },
  ...(await readHealth(callNow())),
});

const askKyc = async ({ entry: { name, adapter }, kyc }: Identity): Promise<readonly Asked[]> => {
  if (kyc === undefined) return [];
  const answer = await kyc.health(callNow());
  const error = answer.ok ? null : { code: answer.code, message: answer.message };
  return [{ name, adapter, balanceCents: null, tokens: null, error }];
};

const MOST_HELD = 100;

const heldNow = async ({ adapters: { ports } }: Session) => ({
  breakers: await breakerRows(ports.query).list(),
  halts: [...(await stateOf(ports.eventStore, halts, HALTS_ID)).values()],
  held: await listHeld(ports.query, ports.clock.iso(), MOST_HELD),
});

const show = async ({ json }: { readonly json?: boolean }): Promise<void> => {
  const { asked, now } = await inSession(async (session) => {
    const { banks, identities } = session.adapters;
    const [ofBanks, ofKyc] = await Promise.all([Promise.all(banks.map(askBank)), Promise.all(identities.map(askKyc))]);
    return { asked: [...ofBanks, ...ofKyc.flat()], now: await heldNow(session) };
  });
  const providers = asked.map(({ balanceCents, ...health }) => ({
    ...{ ...health, isHealthy: health.error === null },
    balance: balanceCents === null ? null : toDecimal(balanceCents, 2),
  }));
  const lines = providers.length === 0 ? ['PROVIDERS_FILE names no bank and no KYC provider'] : providers.map(lineOf);
  print(json, { providers, ...now }, [...lines, ...linesOf(now)]);
};

const linesOf = ({ breakers, halts: halted, held }: Awaited<ReturnType<typeof heldNow>>): readonly string[] => [
  ...breakers.map(
    ({ provider, method, since, retryAt, worker }) =>
      `breaker open  ${provider} ${method}  since ${since}, tries again at ${retryAt} (${worker})`,
  ),
  ...halted.map(({ scope, value, haltedAt }) => `halted        ${scope} ${value}  since ${haltedAt}`),
  ...held.map(
    ({ stream, provider, amount_cents: cents, deferral, deferred_since: since }) =>
      `held          ${stream}  R$ ${toDecimal(BigInt(cents), 2)}  ${provider}  ${deferral} since ${since}`,
  ),
];

interface Shown extends Pick<Health, 'tokens' | 'error'> {
  readonly name: string;
  readonly balance: string | null;
}

const lineOf = ({ name, balance, tokens, error }: Shown): string => {
  const left = tokens === null ? '-' : `${tokens.tokens} of ${tokens.maxTokens}`;
  const state = error === null ? 'healthy' : `${error.code}: ${error.message}`;
  return `${name.padEnd(16)} R$ ${(balance ?? '?').padStart(14)}  look-ups ${left}  ${state}`;
};
