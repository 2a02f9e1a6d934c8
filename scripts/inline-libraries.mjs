// Puts the libraries that compiled files require into the folder, as CommonJS: jest cannot require their ES modules.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { buildSync } from 'esbuild';

const [folder, ...peers] = process.argv.slice(2);
const REQUIRED = /\brequire\("([^".][^"]*)"\)/g;

const BUNDLE = { bundle: true, platform: 'node', format: 'cjs', target: 'node20', legalComments: 'inline' };

const inlined = new Set();
const inline = (library) => {
  const file = join(folder, 'libraries', `${library.replaceAll(/\W/g, '-')}.js`);
  if (!inlined.has(library)) buildSync({ ...BUNDLE, entryPoints: [library], outfile: file });
  inlined.add(library);
  return file;
};

for (const name of readdirSync(folder, { recursive: true }).filter((file) => file.endsWith('.js'))) {
  const file = join(folder, name);
  const text = readFileSync(file, 'utf8');
  const own = text.replaceAll(REQUIRED, (whole, library) => {
    if (isBuiltin(library) || peers.includes(library)) return whole;
    const place = relative(dirname(file), inline(library));
    return `require("${place.startsWith('.') ? place : `./${place}`}")`;
  });
  if (own !== text) writeFileSync(file, own);
}
