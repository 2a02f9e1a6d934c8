import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Failure, Loading, Refusal, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { MemberLink, MemberSession } from '../../wire-partners';
import { lookAtLink, sendLink, signIn } from '../api/session';
import { fieldOf } from '../frame/action';
import { useDashboardWords } from '../frame/signed-in';

export type Ending = 'NONE' | 'ENDED' | 'SIGNED_OUT';

interface SignInProps {
  /** From the fragment of the link; null: the page was opened without one. */
  readonly token: string | null;
  readonly ending: Ending;
  readonly onSignedIn: (session: MemberSession) => void;
}

/** Opening changes nothing: it names who would sign in, and a button does it. */
export const SignIn = ({ token, ending, onSignedIn }: SignInProps) => {
  const { signIn: words } = useDashboardWords();
  const { signIn: common } = useReader().words;
  return (
    <main id="content">
      <Title of={words.title}>{words.title}</Title>
      {ending !== 'NONE' && <output class="notice">{ending === 'ENDED' ? common.ended : common.signedOut}</output>}
      {token === null ? <AskForLink /> : <WithLink token={token} onSignedIn={onSignedIn} />}
    </main>
  );
};

/** The same words for every address. */
export const AskForLink = () => {
  const { signIn: words, busy } = useDashboardWords();
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    void sendLink(fieldOf(new FormData(event.currentTarget), 'email')).then((answer) => {
      setBusy(false);
      setSent(answer.isOk);
      if (!answer.isOk) setFailure(answer.failure);
    });
  };
  return (
    <form class="change" onSubmit={onSubmit}>
      <p>{words.lead}</p>
      <label>
        <span>{words.email}</span>
        <input type="email" name="email" required maxLength={254} autocomplete="email" />
      </label>
      {failure !== null && <Refusal failure={failure} />}
      {isSent && <output class="notice">{words.sent}</output>}
      <button type="submit" class="primary" disabled={isBusy}>
        {isBusy ? busy : words.send}
      </button>
    </form>
  );
};

const WithLink = ({ token, onSignedIn }: Pick<SignInProps, 'onSignedIn'> & { token: string }) => {
  const { signIn: common } = useReader().words;
  const [link, setLink] = useState<MemberLink | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    void lookAtLink(token).then((answer) => (answer.isOk ? setLink(answer.data) : setFailure(answer.failure)));
  }, [token]);
  const onSignIn = async (partnerId: string) => {
    const answer = await signIn(token, partnerId);
    if (answer.isOk) onSignedIn(answer.data);
    else setFailure(answer.failure);
  };
  if (failure !== null)
    return (
      <>
        {failure.code === 'LINK_NOT_VALID' ? <p role="alert">{common.notValid}</p> : <Refusal failure={failure} />}
        <AskForLink />
      </>
    );
  if (link === null) return <Loading />;
  return <LinkShown link={link} onSignIn={(partnerId) => void onSignIn(partnerId)} />;
};

interface LinkShownProps {
  readonly link: MemberLink;
  readonly onSignIn: (partnerId: string) => void;
}

/** Shows the partner; the person chooses when there are several. */
export const LinkShown = ({ link: { email, partners, expiresAt }, onSignIn }: LinkShownProps) => {
  const { signIn: common } = useReader().words;
  const { signIn: words, members } = useDashboardWords();
  const onSubmit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSignIn(fieldOf(new FormData(event.currentTarget), 'partnerId'));
  };
  return (
    <form class="change" onSubmit={onSubmit}>
      <p class="lead">
        <Text>{words.who(email ?? '?')}</Text>
      </p>
      <fieldset>
        <legend>{words.choose}</legend>
        {partners.map(({ partnerId, name, role }, index) => (
          <p key={partnerId}>
            <input type="radio" name="partnerId" id={partnerId} value={partnerId} defaultChecked={index === 0} />{' '}
            <label for={partnerId} class="inline">
              <Text>{`${name} (${members.short[role]})`}</Text>
            </label>
          </p>
        ))}
      </fieldset>
      <p>{common.once}</p>
      {expiresAt !== null && (
        <p>
          {common.until} <Time of={expiresAt} />
        </p>
      )}
      <button type="submit" class="primary">
        {common.button}
      </button>
    </form>
  );
};
