import type { TargetedSubmitEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Action, fieldOf } from '../../parts/frame/action';
import type { SignInProps } from '../../parts/frame/application';
import { type Failure, Loading, Refusal, Title } from '../../parts/page';
import { useReader } from '../../parts/reader';
import { Text } from '../../parts/values/text';
import { Time } from '../../parts/values/time';
import type { MemberLink, MemberSession } from '../../wire-partners';
import { lookAtLink, sendLink, signIn } from '../api/session';
import { useDashboardWords } from '../frame/signed-in';

/** Opening changes nothing: it names who would sign in, and a button does it. */
export const SignIn = ({ token, ending, onSignedIn }: SignInProps<MemberSession>) => {
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
const AskForLink = () => {
  const { signIn: words } = useDashboardWords();
  const [isSent, setSent] = useState(false);
  const send = (fields: FormData) => {
    setSent(false);
    return sendLink(fieldOf(fields, 'email'));
  };
  return (
    <Action action={words.send} send={send} onDone={setSent}>
      <p>{words.lead}</p>
      <label>
        <span>{words.email}</span>
        <input type="email" name="email" required maxLength={254} autocomplete="email" />
      </label>
      {isSent && <output class="notice">{words.sent}</output>}
    </Action>
  );
};

const WithLink = ({ token, onSignedIn }: Pick<SignInProps<MemberSession>, 'onSignedIn'> & { token: string }) => {
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
