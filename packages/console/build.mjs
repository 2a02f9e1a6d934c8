// Builds the console and the dashboard into dist: names by content hash, brotli beside each file. The same sources make the same bytes.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { build } from 'esbuild';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = dirname(dirname(HERE));
const compressed = promisify(brotliCompress);
const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  charset: 'utf8',
  legalComments: 'none',
  entryNames: '[name]-[hash]',
  // The words of a language are loaded when a reader chooses it.
  splitting: true,
  chunkNames: '[name]-[hash]',
  logLevel: 'warning',
};

/** Neither script nor style stands in the page itself: its policy forbids both. */
const pageOf = (assets, script, style) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>lastro</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${assets}${style}">
<script type="module" src="${assets}${script}"></script>
</head>
<body>
<div id="application"></div>
<noscript>The console needs JavaScript. O console precisa de JavaScript.</noscript>
</body>
</html>
`;

const write = async (file, contents) => {
  writeFileSync(file, contents);
  writeFileSync(`${file}.br`, await compressed(contents));
};

/** Each is served below its name, and its page is `main.tsx` of its folder. */
const APPLICATIONS = { console: 'operators', dashboard: 'partners' };

const buildApplication = async (name, folder) => {
  const sources = APPLICATIONS[name];
  const entryPoints = { [sources]: join(HERE, sources, 'main.tsx'), console: join(HERE, 'style/console.css') };
  const { outputFiles } = await build({ ...OPTIONS, entryPoints, outdir: folder });
  const names = outputFiles.map(({ path }) => basename(path));
  const named = (start, ending) => names.find((file) => file.startsWith(start) && file.endsWith(ending));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'assets'), { recursive: true });
  const page = pageOf(`/${name}/assets/`, named(`${sources}-`, '.js'), named('console-', '.css'));
  await Promise.all([
    ...outputFiles.map(({ path, contents }) => write(join(folder, 'assets', basename(path)), contents)),
    write(join(folder, 'index.html'), Buffer.from(page)),
  ]);
};

/** `console` and `dashboard` in the folder are emptied first; each holds index.html and assets. */
export const buildConsole = async (folder) => {
  await Promise.all(Object.keys(APPLICATIONS).map((name) => buildApplication(name, join(folder, name))));
};
