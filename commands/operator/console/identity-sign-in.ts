import { operatorOfEmail, refused } from '../../../aggregates/operator/identity';
import { OPERATORS_ID, type Operator, operators } from '../../../aggregates/operator/operators';
import { isRejection } from '../../../aggregates/rejection';
import { systemContext } from '../../handling/context';
import { handle } from '../../handling/handle';
import { normalEmail } from '../../handling/normal-email';
import { sha256Hex } from '../../handling/secrets';
import type { ExpiringValues } from '../../ports/expiring-values';
import type {
  IdentityAccount,
  IdentityDigest,
  IdentityFlow,
  IdentityProvider,
} from '../../ports/providers/identity-provider';
import { type BeginSessionDeps, beginSession, type From, type SignedIn } from './sign-in';

/** Time to sign in at the identity provider. */
export const FLOW_TTL_SECONDS = 600;

export interface IdentitySignInDeps extends BeginSessionDeps {
  readonly provider: IdentityProvider;
  readonly identityDigest: IdentityDigest;
  readonly expiring: Pick<ExpiringValues, 'put' | 'read' | 'take'>;
}

export interface IdentitySignIn {
  readonly host: string;
  /** `flowToken` is for this browser alone. Refuses PROVIDER_FAILURE. */
  readonly begin: () => Promise<{ readonly url: string; readonly flowToken: string }>;
  /** Works once a flow. Refuses SIGN_IN_REFUSED, PROVIDER_FAILURE. */
  readonly finish: (flowToken: string | null, query: string, from: From) => Promise<SignedIn>;
}

export const identitySignIn = (deps: IdentitySignInDeps): IdentitySignIn => ({
  host: deps.provider.host,
  begin: async () => {
    const { url, flow } = await deps.provider.begin();
    const flowToken = deps.ids.hex(32);
    await deps.expiring.put(keyOf(flowToken), JSON.stringify(flow), FLOW_TTL_SECONDS);
    return { url, flowToken };
  },
  finish: async (flowToken, query, from) => {
    const flow = flowToken === null ? null : await takeFlow(deps, flowToken);
    if (flow === null) throw refused('The sign-in did not begin in this browser, was finished, or has run out');
    const operator = await operatorOf(deps, await deps.provider.finish(flow, query), from);
    return beginSession(deps, { operator, by: 'OIDC', from });
  },
});

const keyOf = (flowToken: string): string => `console-flow:${sha256Hex(flowToken)}`;

const takeFlow = async ({ expiring }: IdentitySignInDeps, flowToken: string): Promise<IdentityFlow | null> => {
  const key = keyOf(flowToken);
  const value = await expiring.read(key);
  return value !== null && (await expiring.take(key, value)) ? (JSON.parse(value) as IdentityFlow) : null;
};

/** The live operator of the address, whose first sign-in binds the account. */
const operatorOf = async (deps: IdentitySignInDeps, account: IdentityAccount, from: From): Promise<Operator> => {
  const emailHash = deps.identityDigest('EMAIL', emailOf(account));
  const subjectHash = deps.identityDigest('SUBJECT', `${account.issuer}\n${account.subject}`);
  const command = { type: 'BindSubject', emailHash, subjectHash, now: deps.clock.iso() } as const;
  const context = systemContext('identity-provider', deps.ids.uuid(), from.requestId);
  const { state } = await handle(deps, operators, { id: OPERATORS_ID, context, command });
  const operator = operatorOfEmail([...state.values()], emailHash);
  if (operator === null) throw refused('The operator was revoked meanwhile');
  return operator;
};

const emailOf = ({ verifiedEmail }: IdentityAccount): string => {
  if (verifiedEmail === null) throw refused('The identity provider has verified no e-mail address of the account');
  try {
    return normalEmail(verifiedEmail);
  } catch (error) {
    throw isRejection(error) ? refused('The e-mail address of the account has an unusual form') : error;
  }
};
