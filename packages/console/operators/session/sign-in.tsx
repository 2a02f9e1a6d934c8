import { useEffect, useState } from 'preact/hooks';
import type { Ending, SignInProps } from '../../parts/frame/application';
import { type Failure, Loading, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { OpsLink, OpsSession } from '../../wire';
import { lookAtLink, signIn } from '../api/session';
import { AtProvider, ProviderRefused, refusedIn } from './at-provider';

/** Opening changes nothing: it names who would sign in, and a button does it. */
export const SignIn = ({ token, ending, onSignedIn }: SignInProps<OpsSession>) => {
  const { words } = useReader();
  return (
    <main id="content">
      <Title of={words.signIn.title}>{words.signIn.title}</Title>
      {token === null && <ProviderRefused refused={refusedIn(location.hash)} />}
      {token === null && <AtProvider />}
      {token === null ? <WithoutLink ending={ending} /> : <WithLink token={token} onSignedIn={onSignedIn} />}
    </main>
  );
};

export const WithoutLink = ({ ending }: { ending: Ending }) => {
  const { signIn: words } = useReader().words;
  return (
    <>
      {ending !== 'NONE' && <output class="notice">{ending === 'ENDED' ? words.ended : words.signedOut}</output>}
      <p>{words.reopen}</p>
      <p>{words.how}</p>
      <pre>LASTRO_OPERATOR_KEY=… npm run -s ledger -- console login</pre>
      <p>{words.development}</p>
    </>
  );
};

const WithLink = ({ token, onSignedIn }: Pick<SignInProps<OpsSession>, 'onSignedIn'> & { token: string }) => {
  const [link, setLink] = useState<OpsLink | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    void lookAtLink(token).then((answer) => (answer.isOk ? setLink(answer.data) : setFailure(answer.failure)));
  }, [token]);
  const onSignIn = async () => {
    setBusy(true);
    const answer = await signIn(token);
    setBusy(false);
    if (answer.isOk) onSignedIn(answer.data);
    else setFailure(answer.failure);
  };
  if (failure !== null) return <LinkRefused failure={failure} />;
  if (link === null) return <Loading />;
  return <LinkShown link={link} isBusy={isBusy} onSignIn={() => void onSignIn()} />;
};

const LinkRefused = ({ failure }: { failure: Failure }) => {
  const { signIn: words, states } = useReader().words;
  return (
    <div role="alert">
      <p>{failure.status === 0 ? states.unreachable : words.notValid}</p>
      <p>{words.how}</p>
      <pre>LASTRO_OPERATOR_KEY=… npm run -s ledger -- console login</pre>
      {failure.requestId !== null && (
        <p>
          {states.requestId} <code>{failure.requestId}</code>
        </p>
      )}
    </div>
  );
};

interface LinkShownProps {
  readonly link: OpsLink;
  readonly isBusy: boolean;
  readonly onSignIn: () => void;
}

export const LinkShown = ({ link, isBusy, onSignIn }: LinkShownProps) => {
  const { words } = useReader();
  return (
    <>
      <p class="lead">
        <Text>{words.signIn.who(link.operator.name, words.roles[link.operator.role])}</Text>
      </p>
      <p>
        <Text>{words.signIn.place(link.instance, link.environment)}</Text>
      </p>
      <p>{words.signIn.once}</p>
      {link.expiresAt !== null && (
        <p>
          {words.signIn.until} <Time of={link.expiresAt} />
        </p>
      )}
      <button type="button" class="primary" disabled={isBusy} onClick={onSignIn}>
        {isBusy ? words.signIn.busy : words.signIn.button}
      </button>
    </>
  );
};
