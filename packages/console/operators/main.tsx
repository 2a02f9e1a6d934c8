import { render } from 'preact';
import { chosenLanguage, type Language } from '../words/languages';
import { Application } from './application';
import { SIGN_IN } from './frame/paths';

const REMEMBERED = 'lastro-language';

/** The token leaves the address at once, so that no history keeps it. */
const takeToken = (): string | null => {
  const token = location.hash.slice(1);
  if (location.pathname !== SIGN_IN || token === '') return null;
  history.replaceState(null, '', SIGN_IN);
  return token;
};

/** A second link in the same tab changes the fragment alone. */
addEventListener('hashchange', () => {
  if (location.pathname === SIGN_IN) location.reload();
});

const root = document.getElementById('application');
if (root !== null) {
  const language = chosenLanguage(localStorage.getItem(REMEMBERED), navigator.languages);
  const remember = (chosen: Language) => localStorage.setItem(REMEMBERED, chosen);
  render(<Application language={language} token={takeToken()} remember={remember} />, root);
}
