// The entries for `import`, by the same modules as those of `require`, so that a process never holds two of each. Their
// types are copies: a library that a type names is then the one that the importer sees.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, ...names] = process.argv.slice(2);
const RELATIVE = /(\bfrom |\bimport\()(['"])(\.{1,2}\/[^'"]+?)(\.js)?\2/g;

const types = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.d.ts'));
for (const file of types.map((name) => join(folder, name))) {
  const text = readFileSync(file, 'utf8').replaceAll(RELATIVE, '$1$2$3.mjs$2');
  writeFileSync(file.replace(/ts$/, 'mts'), text);
}
for (const name of names)
  writeFileSync(join(folder, `${name}.mjs`), `export * from './${name.split('/').at(-1)}.js';\n`);
