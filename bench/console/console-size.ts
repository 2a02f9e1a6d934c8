import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../../infra/project-root';
import { against, type Figure } from '../figures';

const KILOBYTE = 1_000;
/** By the folder below `dist`. */
const APPLICATIONS = { console: 'console-size', dashboard: 'dashboard-size' } as const;

/** A reader loads the words of one language. */
const LANGUAGE = /^(en|pt-BR)-/;

/** Kilobytes that a browser loads for each application, with the longer words, against the same uncompressed. */
export const benchConsoleSize = async (): Promise<readonly Figure[]> =>
  Object.entries(APPLICATIONS).map(([application, name]) => {
    const folder = path.join(projectRoot(), 'dist', application, 'assets');
    const files = readdirSync(folder).filter((file) => !file.endsWith('.br'));
    const kilobytes = (ending: string): number => {
      const sizeOf = (file: string): number => statSync(path.join(folder, `${file}${ending}`)).size / KILOBYTE;
      const words = files.filter((file) => LANGUAGE.test(file)).map(sizeOf);
      const others = files.filter((file) => !LANGUAGE.test(file)).map(sizeOf);
      return Math.max(0, ...words) + others.reduce((sum, each) => sum + each, 0);
    };
    return against(name, 'kB', kilobytes('.br'), kilobytes(''));
  });
