// The entry for `import`: the same modules as those of `require`, so that a process never holds two of each.
import { writeFileSync } from 'node:fs';

for (const extension of ['mjs', 'd.mts']) {
  writeFileSync(`packages/client/dist/lastro-client.${extension}`, "export * from './lastro-client.js';\n");
}
