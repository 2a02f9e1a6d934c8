import { EN, type Words } from '../../../packages/console/words/en';
import type { Language } from '../../../packages/console/words/languages';
import { PT_BR } from '../../../packages/console/words/pt-BR';

export const WORDS: Readonly<Record<Language, Words>> = { en: EN, 'pt-BR': PT_BR };
