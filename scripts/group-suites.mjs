import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** Two folders below the root name a group: suites of one folder share most of their modules. */
const folderOf = (file) => dirname(file).split('/').slice(0, 2).join('-').replace(/^\.$/, 'root');

const groupsOf = (files, mostSuites) => {
  const groups = new Map();
  for (const file of files) groups.set(folderOf(file), [...(groups.get(folderOf(file)) ?? []), file]);
  return [...groups].flatMap(([name, all]) =>
    Array.from({ length: Math.ceil(all.length / mostSuites) }, (_, index) => ({
      name: `${name}-${index + 1}`,
      files: all.slice(index * mostSuites, (index + 1) * mostSuites),
    })),
  );
};

const suiteOf = (root, folder, file) => {
  const title = JSON.stringify(join(root, file));
  const path = JSON.stringify(relative(folder, join(root, file)).replace(/\.tsx?$/, ''));
  return `describe(${title}, () => {\n  require(${path});\n});\n`;
};

const suitesOf = ({ roots: [root], testPathIgnorePatterns }) => {
  const ignored = testPathIgnorePatterns.map((pattern) => new RegExp(pattern.replace('<rootDir>', '')));
  return readdirSync(root.replace('<rootDir>/', ''), { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.test\.tsx?$/.test(file) && !ignored.some((pattern) => pattern.test(`/test/${file}`)))
    .sort();
};

/**
 * Writes suites that each run the suites of one folder of tests. Jest loads every module again for each suite that it
 * runs, which costs half of a run: inside a group the modules are loaded once.
 * @returns the folder of the groups.
 */
export const groupSuites = (configFile, mostSuites, folder) => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const config = createRequire(import.meta.url)(resolve(configFile));
  const root = config.roots[0].replace('<rootDir>/', '');
  for (const { name, files } of groupsOf(suitesOf(config), mostSuites)) {
    writeFileSync(join(folder, `${name}.test.ts`), files.map((file) => suiteOf(root, folder, file)).join('\n'));
  }
  return folder;
};
