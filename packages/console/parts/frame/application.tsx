import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Language, wordsOf } from '../../words/languages';
import { Failed, type Failure, Loading } from '../page';
import { type Reader, ReaderProvider, readerOf } from '../reader';
import { go } from '../router';
import { Toasts } from '../toast';
import { type Answer, isOver } from './answer';
import { EndedProvider } from './ended';
import { LanguageSwitch } from './language-switch';

/** End of the session before; NONE: there was none. */
export type Ending = 'NONE' | 'ENDED' | 'SIGNED_OUT';

export interface SignInProps<Session> {
  /** From the fragment of the link; null: the page was opened without one. */
  readonly token: string | null;
  readonly ending: Ending;
  readonly onSignedIn: (session: Session) => void;
}

export interface FrameProps {
  readonly onLanguage: (language: Language) => void;
  readonly onSignOut: () => void;
}

/** The requests and the pages that differ between the applications. */
export interface Door<Session> {
  readonly home: string;
  readonly readSession: () => Promise<Answer<Session>>;
  readonly signOut: () => Promise<Answer<null>>;
  readonly SignIn: FunctionComponent<SignInProps<Session>>;
  readonly Inside: FunctionComponent<FrameProps & { readonly session: Session }>;
}

interface ApplicationProps<Session> {
  readonly reader: Reader;
  readonly token: string | null;
  readonly remember: (language: Language) => void;
  readonly door: Door<Session>;
}

export const Application = <Session,>({ reader: first, token, remember, door }: ApplicationProps<Session>) => {
  const [reader, setReader] = useState(first);
  useEffect(() => {
    document.documentElement.lang = reader.language;
  }, [reader]);
  const onLanguage = (chosen: Language) => {
    remember(chosen);
    void wordsOf(chosen).then((words) => setReader(readerOf(chosen, words)));
  };
  return (
    <ReaderProvider reader={reader}>
      <Entrance token={token} door={door} onLanguage={onLanguage} />
      <Toasts />
    </ReaderProvider>
  );
};

type Standing<Session> =
  | { readonly is: 'ASKED' }
  | { readonly is: 'FAILED'; readonly failure: Failure }
  | { readonly is: 'SIGNED_OUT'; readonly ending: Ending }
  | { readonly is: 'SIGNED_IN'; readonly session: Session };

interface EntranceProps<Session> extends Pick<ApplicationProps<Session>, 'token' | 'door'> {
  readonly onLanguage: (language: Language) => void;
}

const Entrance = <Session,>({ token, door, onLanguage }: EntranceProps<Session>) => {
  const { home, readSession, signOut, SignIn, Inside } = door;
  const [standing, setStanding] = useState<Standing<Session>>(
    token === null ? { is: 'ASKED' } : { is: 'SIGNED_OUT', ending: 'NONE' },
  );
  const settle = <Data,>(answer: Answer<Data>, ending: Ending, next: (data: Data) => Standing<Session>) => {
    if (answer.isOk) setStanding(next(answer.data));
    else if (isOver(answer)) setStanding({ is: 'SIGNED_OUT', ending });
    else setStanding({ is: 'FAILED', failure: answer.failure });
  };
  useEffect(() => {
    if (standing.is !== 'ASKED') return;
    void readSession().then((answer) => settle(answer, 'NONE', (session) => ({ is: 'SIGNED_IN', session })));
  }, [standing]);
  const onSignedIn = (session: Session) => {
    go(home);
    setStanding({ is: 'SIGNED_IN', session });
  };
  const onSignOut = () =>
    void signOut().then((answer) => settle(answer, 'SIGNED_OUT', () => ({ is: 'SIGNED_OUT', ending: 'SIGNED_OUT' })));
  if (standing.is === 'ASKED') return <Loading />;
  if (standing.is === 'FAILED')
    return (
      <main id="content">
        <Failed failure={standing.failure} onRetry={() => setStanding({ is: 'ASKED' })} />
      </main>
    );
  if (standing.is === 'SIGNED_OUT')
    return (
      <>
        <header class="bar">
          <LanguageSwitch onChoose={onLanguage} />
        </header>
        <SignIn token={standing.ending === 'NONE' ? token : null} ending={standing.ending} onSignedIn={onSignedIn} />
      </>
    );
  return (
    <EndedProvider value={() => setStanding({ is: 'SIGNED_OUT', ending: 'ENDED' })}>
      <Inside session={standing.session} onLanguage={onLanguage} onSignOut={onSignOut} />
    </EndedProvider>
  );
};
