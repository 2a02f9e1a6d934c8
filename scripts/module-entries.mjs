// The entries for `import`: the same modules as those of `require`, so that a process never holds two of each.
import { writeFileSync } from 'node:fs';

const [folder, ...names] = process.argv.slice(2);
for (const name of names) {
  for (const extension of ['mjs', 'd.mts']) {
    writeFileSync(`${folder}/${name}.${extension}`, `export * from './${name}.js';\n`);
  }
}
