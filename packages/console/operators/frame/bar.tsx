import { useReader } from '../../parts/reader';
import { go } from '../../parts/router';
import { Text } from '../../parts/values/text';
import type { OpsSession } from '../../wire';
import type { Language } from '../../words/languages';
import { LanguageSwitch } from './language-switch';
import { OpenPayment } from './open-payment';
import { HOME } from './paths';

interface BarProps {
  readonly session: OpsSession;
  readonly onLanguage: (language: Language) => void;
  readonly onSignOut: () => void;
}

export const Bar = ({ session, onLanguage, onSignOut }: BarProps) => {
  const { words } = useReader();
  const { operator, instance, environment } = session;
  const onHome = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(HOME);
  };
  return (
    <header class="bar">
      <a href="#content" class="skip">
        {words.bar.skip}
      </a>
      <a href={HOME} class="home" onClick={onHome}>
        {words.bar.home}
      </a>
      <span class="muted">
        <Text>{`${instance} · ${environment}`}</Text>
      </span>
      <OpenPayment />
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
