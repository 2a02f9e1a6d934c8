import { render } from 'preact';
import { chosenLanguage, type Language, wordsOf } from '../../words/languages';
import { readerOf } from '../reader';
import { Application, type Door } from './application';

const REMEMBERED = 'lastro-language';

/** The token of a link. Any other fragment is a place of the page. */
const TOKEN = /^#([0-9a-f]{64})$/;

/** The token leaves the address at once, so that no history keeps it. */
const takeToken = (home: string): string | null => {
  const token = TOKEN.exec(location.hash)?.[1];
  if (token === undefined) return null;
  history.replaceState(null, '', home);
  return token;
};

export const start = <Session,>(door: Door<Session>): void => {
  // A second link in the same tab changes the fragment alone.
  addEventListener('hashchange', () => {
    if (TOKEN.test(location.hash)) location.reload();
  });
  const root = document.getElementById('application');
  if (root === null) return;
  const language = chosenLanguage(localStorage.getItem(REMEMBERED), navigator.languages);
  const remember = (chosen: Language) => localStorage.setItem(REMEMBERED, chosen);
  const token = takeToken(door.home);
  void wordsOf(language).then((words) => {
    const reader = readerOf(language, words);
    render(<Application reader={reader} token={token} remember={remember} door={door} />, root);
  });
};
