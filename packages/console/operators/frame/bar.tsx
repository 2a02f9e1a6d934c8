import { Link } from '../../parts/link';
import { useReader } from '../../parts/reader';
import { useAddress } from '../../parts/router';
import { Text } from '../../parts/values/text';
import type { Language } from '../../words/languages';
import { LanguageSwitch } from './language-switch';
import { ALERTS, DEPOSITS, HOME, isPayments, PAYMENTS } from './paths';
import { SearchBox } from './search-box';
import { useSignedIn } from './signed-in';

interface BarProps {
  readonly onLanguage: (language: Language) => void;
  readonly onSignOut: () => void;
}

export const Bar = ({ onLanguage, onSignOut }: BarProps) => {
  const { words } = useReader();
  const { operator, instance, environment } = useSignedIn().session;
  const { path } = useAddress();
  return (
    <header class="bar">
      <a href="#content" class="skip">
        {words.bar.skip}
      </a>
      <nav aria-label={words.bar.pages}>
        <Link to={HOME} isCurrent={path === HOME}>
          {words.work.title}
        </Link>
        <Link to={PAYMENTS} isCurrent={isPayments(path)}>
          {words.finding.payments}
        </Link>
        <Link to={DEPOSITS} isCurrent={path === DEPOSITS}>
          {words.work.depositsShort}
        </Link>
        <Link to={ALERTS} isCurrent={path === ALERTS}>
          {words.work.alerts}
        </Link>
      </nav>
      <span class="muted">
        <Text>{`${instance} · ${environment}`}</Text>
      </span>
      <SearchBox />
      <span class="person">
        <Text>{words.bar.person(operator.name, words.roles[operator.role])}</Text>
      </span>
      <LanguageSwitch onChoose={onLanguage} />
      <button type="button" onClick={onSignOut}>
        {words.bar.signOut}
      </button>
    </header>
  );
};
