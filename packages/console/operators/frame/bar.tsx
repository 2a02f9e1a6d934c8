import type { FrameProps } from '../../parts/frame/application';
import { LanguageSwitch } from '../../parts/frame/language-switch';
import { Link } from '../../parts/link';
import { useReader } from '../../parts/reader';
import { useAddress } from '../../parts/router';
import { Text } from '../../parts/values/text';
import type { Words } from '../../words/en';
import {
  ACCESS,
  ALERTS,
  DEPOSITS,
  HOME,
  isPayments,
  NETWORKS,
  OPERATORS,
  PARTNERS,
  PAYMENTS,
  PROJECTIONS,
  USERS,
} from './paths';
import { SearchBox } from './search-box';
import { useSession } from './signed-in';

const linksOf = ({ work, finding, people, running }: Words): readonly (readonly [to: string, name: string])[] => [
  [HOME, work.title],
  [PAYMENTS, finding.payments],
  [DEPOSITS, work.depositsShort],
  [ALERTS, work.alerts],
  [NETWORKS, running.networks.title],
  [USERS, people.title],
  [PARTNERS, people.partners],
  [PROJECTIONS, running.projections.title],
  [OPERATORS, running.access.operators],
  [ACCESS, running.access.title],
];

export const Bar = ({ onLanguage, onSignOut }: FrameProps) => {
  const { words } = useReader();
  const { operator, instance, environment } = useSession();
  const { path } = useAddress();
  const person = words.bar.person(operator.name, words.roles[operator.role]);
  const place = `${instance} · ${environment}`;
  return (
    <header class="bar">
      <a href="#content" class="skip">
        {words.bar.skip}
      </a>
      <nav aria-label={words.bar.pages}>
        {linksOf(words).map(([to, name]) => (
          <Link key={to} to={to} isCurrent={to === PAYMENTS ? isPayments(path) : path === to}>
            {name}
          </Link>
        ))}
      </nav>
      <SearchBox />
      <span class="signedIn" title={`${person}\n${place}`}>
        <span class="person">
          <Text>{person}</Text>
        </span>
        <span class="muted">
          <Text>{place}</Text>
        </span>
      </span>
      <LanguageSwitch onChoose={onLanguage} />
      <button type="button" onClick={onSignOut}>
        {words.bar.signOut}
      </button>
    </header>
  );
};
