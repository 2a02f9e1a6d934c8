import fs from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';

const ROOT = path.join(__dirname, '..');
const PRODUCTION = ['aggregates', 'commands', 'projections', 'read-models', 'infra', 'src', 'packages'];

const read = (file: string): string => fs.readFileSync(path.join(ROOT, file), 'utf8');
const files = PRODUCTION.flatMap((folder) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .filter((file) => file.endsWith('.ts') && !file.includes('/dist/') && !/^packages\/(console|testing)\//.test(file)),
);

interface Manifest {
  readonly version?: string;
  readonly overrides?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
}
const manifest = JSON.parse(read('package.json')) as Manifest;
const lock = JSON.parse(read('package-lock.json')) as { readonly packages: Readonly<Record<string, Manifest>> };

/** Maps `@scope/name/part` and `name/part` to their package. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const IMPORT = /(?:\bfrom|\bimport|\bimport\(|\brequire\(|\brequire\.resolve\()\s*'([@\w][\w@./-]*)'/g;

test('the dependencies are exactly the imports of production', () => {
  const imported = files
    .flatMap((file) => [...read(file).matchAll(IMPORT)].map(([, specifier = '']) => specifier))
    .filter((specifier) => !isBuiltin(specifier))
    .map(packageOf);
  expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual([...new Set(imported)].sort());
});

describe('the lock file', () => {
  test('has axios only in the version that package.json overrides', () => {
    const found = Object.entries(lock.packages).filter(([place]) => place.endsWith('node_modules/axios'));
    expect(found.map(([_place, { version }]) => version)).toEqual([manifest.overrides?.['axios']]);
  });

  test('names the dependencies of package.json', () => {
    const { dependencies, devDependencies, optionalDependencies, engines } = manifest;
    expect(lock.packages['']).toMatchObject({ dependencies, devDependencies, optionalDependencies, engines });
  });

  /** True when a package in `folder` finds another: beside itself, or in the folders above. */
  const isFound = (folder: string, name: string): boolean => {
    if (lock.packages[path.posix.join(folder, 'node_modules', name)] !== undefined) return true;
    if (folder === '') return false;
    const above = folder.lastIndexOf('node_modules/');
    return isFound(above <= 0 ? '' : folder.slice(0, above - 1), name);
  };

  test('contains all dependencies of its packages, on every platform', () => {
    const needed = Object.entries(lock.packages).flatMap(([folder, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => [folder, name] as const),
    );
    expect(needed.length).toBeGreaterThan(1_000);
    expect(needed.filter(([folder, name]) => !isFound(folder, name))).toEqual([]);
  });
});

describe('outgoing HTTP', () => {
  /** Removes comments, which mention fetch. */
  const codeOf = (file: string): string => read(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
  const undiciIn = (file: string): string =>
    [...codeOf(file).matchAll(/import \{([^}]*)\} from 'undici'/g)].map(([, names]) => names).join();

  test('never uses the fetch of the platform', () => {
    const callers = files.filter((file) =>
      /(?<![.\w])fetch\(|\bglobalThis\.fetch\b|\bwindow\.fetch\b/.test(codeOf(file)),
    );
    expect(callers.filter((file) => !/\bfetch\b/.test(undiciIn(file)))).toEqual([]);
  });

  test('uses an agent of its own', () => {
    const callers = files.filter((file) => /\b(request|fetch|stream|pipeline)\b/.test(undiciIn(file)));
    expect(callers.length).toBeGreaterThan(2);
    expect(callers.filter((file) => !/\bdispatcher\b/.test(codeOf(file)))).toEqual([]);
    expect(files.filter((file) => /\b[gs]etGlobalDispatcher\b/.test(codeOf(file)))).toEqual([]);
  });

  test('gives every client of the service our fetch', () => {
    const calls = files.flatMap((file) =>
      [...codeOf(file).matchAll(/\bcreateLastroClient\(\{([^}]*)/g)].map(
        ([, options = '']) => [file, options] as const,
      ),
    );
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter(([, options]) => !/\bfetch\b/.test(options))).toEqual([]);
  });

  test('never uses another library or the HTTP client of Node', () => {
    const others = /\bfrom ['"](axios|node-fetch|cross-fetch|got)['"]|\bhttps?\.(request|get)\(|\bnew XMLHttpRequest\b/;
    expect(files.filter((file) => others.test(codeOf(file)))).toEqual([]);
  });

  test('asks a node through ethers only by our function', () => {
    const askers = files.filter((file) => /\bnew (ethers\.)?(JsonRpcProvider|FetchRequest)\(/.test(codeOf(file)));
    expect(askers.filter((file) => !/\.getUrlFunc = /.test(codeOf(file)))).toEqual([]);
  });

  test('asks a node through web3.js only by our fetch', () => {
    const askers = files.filter((file) => /\bnew Connection\(/.test(codeOf(file)));
    expect(askers).toEqual(['infra/chains/solana/nodes/calls.ts']);
    expect(askers.filter((file) => !/\bfetch: fetch as\b/.test(codeOf(file)))).toEqual([]);
  });

  test('never asks a server of the XRP Ledger through the client of xrpl', () => {
    const importers = files.filter((file) => /\bfrom 'xrpl'/.test(codeOf(file)));
    expect(importers.length).toBeGreaterThan(1);
    expect(
      importers.filter((file) => /\b(Xrpl)?Client\b[^}]*\} from 'xrpl'|\* as \w+ from 'xrpl'/.test(codeOf(file))),
    ).toEqual([]);
  });

  test('asks a Horizon through stellar-sdk only by our HTTP client', () => {
    const askers = files.filter((file) => /\bnew (Horizon|rpc)\.Server\(/.test(codeOf(file)));
    expect(askers).toEqual(['infra/chains/stellar/nodes/calls.ts']);
    expect(
      askers.filter((file) => !/Object\.assign\(new Horizon\.Server\(\w+\), \{ httpClient \}\)/.test(codeOf(file))),
    ).toEqual([]);
  });

  test('never asks a node of Tron through the client of tronweb', () => {
    const importers = files.filter((file) => /(\bfrom |\bimport\()'tronweb'/.test(codeOf(file)));
    expect(importers).toHaveLength(2);
    expect(importers.filter((file) => !/\{ utils \} (from|= await import\()/.test(codeOf(file)))).toEqual([]);
  });

  test('leaves the length of a body to the client', () => {
    // A read or a removal of the header is no setting.
    const setting = /['"]content-length['"]\s*(:(?!\s*_)|\]\s*=[^=]|,)/i;
    expect(files.filter((file) => setting.test(codeOf(file)))).toEqual([]);
  });
});
