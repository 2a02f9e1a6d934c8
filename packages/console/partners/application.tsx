import { useEffect, useState } from 'preact/hooks';
import { LanguageSwitch } from '../operators/frame/language-switch';
import { Failed, type Failure, Loading, NoPage } from '../parts/page';
import { ReaderProvider, readerOf } from '../parts/reader';
import { go, useAddress } from '../parts/router';
import { Toasts } from '../parts/toast';
import type { MemberSession } from '../wire-partners';
import type { Language } from '../words/languages';
import { readSession, signOut } from './api/session';
import { Bar } from './frame/bar';
import { HOME, placeIn } from './frame/paths';
import { MemberProvider } from './frame/signed-in';
import { Page } from './pages';
import { type Ending, SignIn } from './session/sign-in';

type Standing =
  | { readonly is: 'ASKED' }
  | { readonly is: 'FAILED'; readonly failure: Failure }
  | { readonly is: 'SIGNED_OUT'; readonly ending: Ending }
  | { readonly is: 'SIGNED_IN'; readonly session: MemberSession };

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

type OnLanguage = (language: Language) => void;

const Door = ({ token, onLanguage }: { token: string | null; onLanguage: OnLanguage }) => {
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
  const onSignedIn = (session: MemberSession) => {
    go(HOME);
    setStanding({ is: 'SIGNED_IN', session });
  };
  if (standing.is === 'ASKED') return <Loading />;
  if (standing.is === 'FAILED')
    return (
      <main id="content">
        <Failed failure={standing.failure} onRetry={() => setStanding({ is: 'ASKED' })} />
      </main>
    );
  if (standing.is === 'SIGNED_OUT') {
    const { ending } = standing;
    return (
      <>
        <header class="bar">
          <LanguageSwitch onChoose={onLanguage} />
        </header>
        <SignIn token={ending === 'NONE' ? token : null} ending={ending} onSignedIn={onSignedIn} />
      </>
    );
  }
  const onEnded = (ending: Ending = 'ENDED') => setStanding({ is: 'SIGNED_OUT', ending });
  return <Inside session={standing.session} onEnded={onEnded} onLanguage={onLanguage} />;
};

interface InsideProps {
  readonly session: MemberSession;
  readonly onEnded: (ending?: Ending) => void;
  readonly onLanguage: OnLanguage;
}

const Inside = ({ session, onEnded, onLanguage }: InsideProps) => {
  const { path, query } = useAddress();
  const place = placeIn(path);
  const onSignOut = () =>
    void signOut().then((answer) => {
      if (answer.isOk || answer.failure.status === 401) onEnded('SIGNED_OUT');
    });
  return (
    <MemberProvider of={{ session, mode: place?.mode ?? 'sandbox', onEnded: () => onEnded() }}>
      <Bar place={place} onLanguage={onLanguage} onSignOut={onSignOut} />
      {place === null ? (
        <main id="content">
          <NoPage />
        </main>
      ) : (
        <Page key={`${place.mode}${place.screen}`} place={place} query={query} />
      )}
    </MemberProvider>
  );
};
