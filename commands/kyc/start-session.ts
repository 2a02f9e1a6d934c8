import { maskPixKey } from '../../aggregates/codes/pix-key';
import type { DeclaredPerson, KycSessionStarted, PersonType } from '../../aggregates/kyc/events';
import type { KycSessionState } from '../../aggregates/kyc/kyc-session';
import type { Mode } from '../../aggregates/partner/events';
import { rejection } from '../../aggregates/rejection';
import { type CommandContext, continuing } from '../handling/context';
import { commandIdOf, sessionIdOf } from '../handling/deterministic-ids';
import { asked } from '../payout/outcome/payout-answer';
import type { KeyVault } from '../ports/key-vault';
import type { DeclaredToProvider, KycProvider } from '../ports/providers/kyc-provider';
import type { Failure } from '../ports/providers/result';
import { askSession, type KycDeps, kycCall, type SessionAnswer } from './kyc-deps';
import { nextNumber } from './session-ids';
import { expireSuperseded } from './superseded-session';
import { takeAnswer } from './take-answer';

export interface StartSessionDeps extends KycDeps {
  readonly findUserId: (reference: {
    readonly partnerId: string;
    readonly mode: Mode;
    readonly uid: string;
    readonly pubkey: null;
  }) => Promise<string | null>;
  readonly registerUser: (
    user: {
      readonly partnerId: string;
      readonly mode: Mode;
      readonly externalUserId: string;
      readonly wallet: null;
    },
    context: CommandContext,
  ) => Promise<{ readonly userId: string }>;
  /** By the read model, possibly old; 0 when there is none. */
  readonly latestNumber: (userId: string) => Promise<number>;
}

export interface StartSession {
  readonly partnerId: string;
  readonly mode: Mode;
  readonly externalUserId: string;
  readonly declared: DeclaredToProvider;
  readonly scenario?: string;
}

/** The event precedes the request. Refuses CONCURRENT_OPERATION, PROVIDER_NOT_CONFIGURED, PROVIDER_FAILURE. */
export const startSession =
  (deps: StartSessionDeps) =>
  async (input: StartSession, context: CommandContext): Promise<SessionAnswer> => {
    const provider = deps.kycProviders.choose(input.mode, input.declared.personType);
    if (provider === null) throw rejection('PROVIDER_NOT_CONFIGURED', 'No KYC provider is configured');
    const userId = await ownerOf(deps, input, context);
    const number = await nextNumber(deps, userId, await deps.latestNumber(userId));
    const owned: CommandContext = { ...context, subjectId: userId };
    const session = await sessionOf(deps, input, { userId, number, provider });
    const { sessionId } = session;
    const started = await askSession(deps, sessionId, owned, { type: 'StartSession', session });
    await expireSuperseded(deps, { userId, number: number - 1 }, owned);
    const answered = await ask(deps, provider, input, { sessionId, context: owned, written: started.state });
    return answered ?? { sessionId, state: started.state, position: started.position };
  };

const ownerOf = async (deps: StartSessionDeps, input: StartSession, context: CommandContext): Promise<string> => {
  const { partnerId, mode, externalUserId } = input;
  const known = await deps.findUserId({ partnerId, mode, uid: externalUserId, pubkey: null });
  if (known !== null) return known;
  const registering = continuing(context, commandIdOf('register-for-kyc', context.commandId));
  return (await deps.registerUser({ partnerId, mode, externalUserId, wallet: null }, registering)).userId;
};

const sessionOf = async (
  { vault, clock }: KycDeps,
  input: StartSession,
  { userId, number, provider }: { readonly userId: string; readonly number: number; readonly provider: KycProvider },
): Promise<KycSessionStarted> => {
  const { partnerId, mode, externalUserId, declared } = input;
  const [sealedId, person] = await Promise.all([
    vault.seal(userId, externalUserId),
    sealedPerson(vault, userId, declared),
  ]);
  return {
    ...{ sessionId: sessionIdOf(userId, number), userId, partnerId, mode, number },
    ...{ personType: declared.personType, provider: provider.name, documentMasked: masked(declared) },
    externalUserId: sealedId,
    declared: person,
    startedAt: clock.iso(),
    ...playedIn(input),
  };
};

const playedIn = ({ mode, scenario }: StartSession): Pick<StartSession, 'scenario'> =>
  scenario === undefined || mode !== 'sandbox' ? {} : { scenario };

const KEY_KINDS = { PF: 'CPF', PJ: 'CNPJ' } as const satisfies Readonly<Record<PersonType, string>>;

const masked = ({ personType, document }: DeclaredToProvider): string =>
  maskPixKey({ kind: KEY_KINDS[personType], key: document });

const sealedPerson = async (
  vault: KeyVault,
  userId: string,
  { document, birthDate, profile, owners }: DeclaredToProvider,
): Promise<DeclaredPerson> => {
  const [sealedDocument, sealedBirthDate, sealedProfile, sealedOwners] = await Promise.all([
    vault.seal(userId, document),
    birthDate === null ? null : vault.seal(userId, birthDate),
    vault.seal(userId, JSON.stringify(profile)),
    Promise.all(owners.map((owner) => vault.seal(userId, JSON.stringify(owner)))),
  ]);
  return { document: sealedDocument, birthDate: sealedBirthDate, profile: sealedProfile, owners: sealedOwners };
};

interface Started {
  readonly sessionId: string;
  readonly context: CommandContext;
  readonly written: KycSessionState;
}

/** Null when it is unknown if the provider has a session. */
const ask = async (
  deps: KycDeps,
  provider: KycProvider,
  input: StartSession,
  { sessionId, context, written }: Started,
): Promise<SessionAnswer | null> => {
  const { declared, partnerId, mode } = input;
  const call = kycCall(deps, { requestId: sessionId, partnerId, mode });
  const start = { ref: sessionId, declared, ...playedIn(input) };
  const answer = await asked(provider.name, () => provider.start(call, start));
  if (answer.ok) return takeAnswer(deps)({ sessionId, context, answer: answer.value, opening: null, written });
  if (mayHaveStarted(answer)) return null;
  if (answer.code === 'AUTH' || answer.code === 'INSUFFICIENT_FUNDS')
    deps.alert('A KYC provider refuses our account', { provider: provider.name, code: answer.code });
  const failing = continuing(context, commandIdOf('fail-kyc-start', context.commandId));
  await askSession(deps, sessionId, failing, { type: 'FailStart', now: deps.clock.iso() });
  if (answer.kind === 'NOT_CONFIGURED') throw rejection('PROVIDER_NOT_CONFIGURED', 'No KYC provider is configured');
  throw rejection('PROVIDER_FAILURE', 'The KYC provider did not start a session');
};

const mayHaveStarted = ({ kind }: Failure): boolean => kind === 'UNKNOWN';
