import type { Language } from '../languages';
import { DASHBOARD_EN, type DashboardWords } from './en';
import { DASHBOARD_PT_BR } from './pt-BR';

/** Apart from the words of both applications, so that the operators' screens do not load them. */
export const DASHBOARD_WORDS: Readonly<Record<Language, DashboardWords>> = {
  en: DASHBOARD_EN,
  'pt-BR': DASHBOARD_PT_BR,
};
