import type { Words } from './en';

export const LANGUAGES = ['en', 'pt-BR'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Each in its own words. */
export const NAMES: Readonly<Record<Language, string>> = { en: 'English', 'pt-BR': 'Português' };

/** A browser loads the words of its reader alone. */
const LOAD: Readonly<Record<Language, () => Promise<Words>>> = {
  en: async () => (await import('./en')).EN,
  'pt-BR': async () => (await import('./pt-BR')).PT_BR,
};

export const wordsOf = (language: Language): Promise<Words> => LOAD[language]();

export const isLanguage = (text: string | null): text is Language => LANGUAGES.some((language) => language === text);

/** The remembered language, or the first of the browser's that the console has. */
export const chosenLanguage = (remembered: string | null, ofBrowser: readonly string[]): Language => {
  if (isLanguage(remembered)) return remembered;
  const spoken = ofBrowser.map((tag) => tag.toLowerCase().split('-')[0]).find((tag) => tag === 'pt' || tag === 'en');
  return spoken === 'pt' ? 'pt-BR' : 'en';
};
