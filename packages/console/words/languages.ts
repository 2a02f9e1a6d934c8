import { EN, type Words } from './en';
import { PT_BR } from './pt-BR';

export const LANGUAGES = ['en', 'pt-BR'] as const;

export type Language = (typeof LANGUAGES)[number];

export const WORDS: Readonly<Record<Language, Words>> = { en: EN, 'pt-BR': PT_BR };

export const isLanguage = (text: string | null): text is Language => LANGUAGES.some((language) => language === text);

/** The remembered language, or the first of the browser's that the console has. */
export const chosenLanguage = (remembered: string | null, ofBrowser: readonly string[]): Language => {
  if (isLanguage(remembered)) return remembered;
  const spoken = ofBrowser.map((tag) => tag.toLowerCase().split('-')[0]).find((tag) => tag === 'pt' || tag === 'en');
  return spoken === 'pt' ? 'pt-BR' : 'en';
};
