import { useEffect, useState } from 'preact/hooks';
import { Failed, type Failure, Loading } from '../parts/page';
import { ReaderProvider, readerOf } from '../parts/reader';
import { go } from '../parts/router';
import { Toasts } from '../parts/toast';
import type { OpsSession } from '../wire';
import type { Language } from '../words/languages';
import { readSession, signOut } from './api/session';
import { Bar } from './frame/bar';
import { LanguageSwitch } from './frame/language-switch';
import { HOME } from './frame/paths';
import { SignedInProvider } from './frame/signed-in';
import { Page } from './pages';
import { type Ending, SignIn } from './session/sign-in';

type Standing =
  | { readonly is: 'ASKED' }
  | { readonly is: 'FAILED'; readonly failure: Failure }
  | { readonly is: 'SIGNED_OUT'; readonly ending: Ending }
  | { readonly is: 'SIGNED_IN'; readonly session: OpsSession };

interface ApplicationProps {
  readonly language: Language;
  readonly token: string | null;
  readonly remember: (language: Language) => void;
}

export const Application = ({ language: first, token, remember }: ApplicationProps) => {
  const [language, setLanguage] = useState(first);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const onLanguage = (chosen: Language) => {
    remember(chosen);
    setLanguage(chosen);
  };
  return (
    <ReaderProvider reader={readerOf(language)}>
      <Door token={token} onLanguage={onLanguage} />
      <Toasts />
    </ReaderProvider>
  );
};

const Door = ({ token, onLanguage }: { token: string | null; onLanguage: (language: Language) => void }) => {
  const [standing, setStanding] = useState<Standing>(
    token === null ? { is: 'ASKED' } : { is: 'SIGNED_OUT', ending: 'NONE' },
  );
  useEffect(() => {
    if (standing.is !== 'ASKED') return;
    void readSession().then((answer) => {
      if (answer.isOk) setStanding({ is: 'SIGNED_IN', session: answer.data });
      else if (answer.failure.status === 401) setStanding({ is: 'SIGNED_OUT', ending: 'NONE' });
      else setStanding({ is: 'FAILED', failure: answer.failure });
    });
  }, [standing]);
  const onSignedIn = (session: OpsSession) => {
    go(HOME);
    setStanding({ is: 'SIGNED_IN', session });
  };
  const onEnded = () => setStanding({ is: 'SIGNED_OUT', ending: 'ENDED' });
  const onSignOut = () =>
    void signOut().then((answer) => {
      if (answer.isOk || answer.failure.status === 401) setStanding({ is: 'SIGNED_OUT', ending: 'SIGNED_OUT' });
      else setStanding({ is: 'FAILED', failure: answer.failure });
    });
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
    <SignedInProvider of={{ session: standing.session, onEnded }}>
      <Bar onLanguage={onLanguage} onSignOut={onSignOut} />
      <Page />
    </SignedInProvider>
  );
};
