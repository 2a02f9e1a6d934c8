import type { FrameProps } from '../../parts/frame/application';
import { LanguageSwitch } from '../../parts/frame/language-switch';
import { Link } from '../../parts/link';
import { useReader } from '../../parts/reader';
import { go } from '../../parts/router';
import { Text } from '../../parts/values/text';
import { type DashboardMode, type Place, pathTo, SCREENS } from './paths';
import { useDashboardWords, useMember } from './signed-in';

interface BarProps extends FrameProps {
  readonly place: Place | null;
}

export const Bar = ({ place, onLanguage, onSignOut }: BarProps) => {
  const { bar } = useReader().words;
  const words = useDashboardWords();
  const { session, mode } = useMember();
  const { partner, email } = session;
  return (
    <header class="bar">
      <a href="#content" class="skip">
        {bar.skip}
      </a>
      <strong>
        <Text limit={60}>{partner.name}</Text>
      </strong>
      <nav aria-label={bar.pages}>
        {SCREENS.filter((screen) => screen !== 'sandbox' || mode === 'sandbox').map((screen) => (
          <Link key={screen} to={pathTo(mode, screen)} isCurrent={place?.screen === screen}>
            {words[screen].title}
          </Link>
        ))}
      </nav>
      <select
        aria-label={words.mode}
        value={mode}
        onChange={({ currentTarget: { value } }) => go(pathTo(value as DashboardMode, place?.screen ?? 'start'))}
      >
        <option value="sandbox">{words.test}</option>
        <option value="live">{words.live}</option>
      </select>
      <span class="person">
        <Text>{bar.person(email ?? '?', words.members.short[partner.role])}</Text>
      </span>
      <LanguageSwitch onChoose={onLanguage} />
      <button type="button" onClick={onSignOut}>
        {bar.signOut}
      </button>
    </header>
  );
};
