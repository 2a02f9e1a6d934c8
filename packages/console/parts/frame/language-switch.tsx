import { isLanguage, LANGUAGES, type Language, NAMES } from '../../words/languages';
import { useReader } from '../reader';

export const LanguageSwitch = ({ onChoose }: { onChoose: (language: Language) => void }) => {
  const { language, words } = useReader();
  return (
    <select
      aria-label={words.bar.language}
      value={language}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && onChoose(value)}
    >
      {LANGUAGES.map((each) => (
        <option key={each} value={each} lang={each} title={NAMES[each]}>
          {each.slice(0, 2).toUpperCase()}
        </option>
      ))}
    </select>
  );
};
