import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Ajv from 'ajv';
import { VARIABLES } from '../../src/config';
import { deployFiles, parsed, ROOT, read } from './files';

/** Variables of the metrics port, which may not be read yet. */
const KNOWN: readonly string[] = [...VARIABLES, 'METRICS_PORT', 'METRICS_HOST'];

describe('the image', () => {
  const lines = read('Dockerfile').split('\n');
  const linesOf = (stage: string) => lines.slice(lines.findIndex((line) => line.endsWith(` AS ${stage}`)));

  test('is built in stages, and its last stage runs as a numeric user', () => {
    expect(lines.filter((line) => line.startsWith('FROM ')).length).toBe(3);
    expect(linesOf('run').find((line) => line.startsWith('USER '))).toBe('USER 1000:1000');
    expect(linesOf('run').filter((line) => line.startsWith('RUN '))).toEqual([]);
  });

  test('has every file that the programs read at the root', () => {
    const copied = linesOf('build').find((line) => line.startsWith('RUN mkdir')) ?? '';
    for (const name of ['dist', 'config', 'scripts', 'package.json']) expect(copied.split(' ')).toContain(name);
    for (const name of ['.git', '.env', 'node_modules', 'dist', '.data', 'test']) {
      expect(read('.dockerignore').split('\n')).toContain(name);
    }
  });
});

interface ComposeService {
  readonly image: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly command?: readonly string[];
}

describe('compose', () => {
  const { services } = parsed('deploy/compose.yaml') as {
    readonly services: Readonly<Record<string, ComposeService>>;
  };
  const ours = ['service', 'api'].map((name) => services[name]!);

  test('gives lastro a read-only root, no rights, and only variables that it knows', () => {
    for (const service of ours) {
      expect([service.read_only, service.cap_drop]).toEqual([true, ['ALL']]);
      expect(Object.keys(service.environment ?? {}).filter((name) => !KNOWN.includes(name))).toEqual([]);
      const writable = [...(service.volumes ?? []), ...(service.tmpfs ?? [])].map((mount) => mount.split(':'));
      expect(writable.some((parts) => parts.includes('/app/data'))).toBe(true);
    }
    expect(services['api']?.command).toEqual(['dist/src/bin/programs/api.js']);
  });

  test('publishes on the loopback address only, and never publishes metrics', () => {
    const published = Object.values(services).flatMap(({ ports = [] }) => ports);
    expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
    expect(published.filter((port) => port.includes('9464'))).toEqual([]);
  });

  test('opens the console beside the service alone, with its URL', () => {
    const [{ environment: of = {} } = {}, { environment: apart = {} } = {}] = ours;
    expect(of['OPS_PORT']).toMatch(/^\$\{OPS_PUBLIC_URL:\+3002\}$/);
    expect(of['OPS_PUBLIC_URL']).toMatch(/^\$\{OPS_PUBLIC_URL:-\}$/);
    expect(services['service']?.ports).toContain('127.0.0.1:3002:3002');
    expect(Object.keys(apart).filter((name) => name.startsWith('OPS_'))).toEqual([]);
  });

  test('has no secret of its own', () => {
    expect(read('deploy/compose.yaml')).not.toMatch(/(PASSWORD|KEYS?|SECRET): (?!\$\{\w+:[?-]\})\S/);
  });
});

const folder = mkdtempSync(path.join(os.tmpdir(), 'lastro-units-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** Elsewhere the reason is said aloud. */
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd) process.stderr.write('*** systemd-analyze is not there: the units are NOT VERIFIED ***\n');
const whereSystemdIs = hasSystemd ? test : test.skip;

describe('the units', () => {
  const units = deployFiles('.service');

  whereSystemdIs.each(units)('%s is accepted by systemd', (file) => {
    const copy = path.join(folder, path.basename(file));
    writeFileSync(copy, readFileSync(path.join(ROOT, file), 'utf8').replace('/usr/bin/node', process.execPath));
    const { status, stderr, stdout } = spawnSync('systemd-analyze', ['verify', '--man=no', copy], { encoding: 'utf8' });
    const ofOurs = `${stdout}${stderr}`.split('\n').filter((line) => line.includes(path.basename(file)));
    expect([status, ofOurs]).toEqual([0, []]);
  });

  test.each(units)('%s does not run as root, and writes only to its own directory', (file) => {
    const unit = read(file);
    for (const line of ['User=lastro', 'ProtectSystem=strict', 'NoNewPrivileges=yes', 'CapabilityBoundingSet=']) {
      expect(unit.split('\n')).toContain(line);
    }
    expect(unit).not.toContain('ReadWritePaths');
  });
});

describe('the chart', () => {
  const values = parsed('deploy/helm/lastro/values.yaml') as Record<string, unknown>;
  const validate = new Ajv({ strict: false }).compile(
    JSON.parse(read('deploy/helm/lastro/values.schema.json')) as object,
  );
  const templates = deployFiles('.yaml', '.tpl').filter((file) => file.includes('/templates/'));

  test('has values that fit its schema, which refuses all others', () => {
    expect([validate(values), validate.errors]).toEqual([true, null]);
    const wrong: readonly object[] = [
      { typo: 1 },
      { existingSecret: '' },
      { config: { MASTER_KEY: 'in clear' } },
      { api: { replicas: -1, resources: {} } },
      { httpPort: 80 },
      { config: { OPS_OIDC_CLIENT_SECRET: 'in clear' } },
      { console: { port: 3002, publicUrl: 'http://ops.example' } },
    ];
    for (const change of wrong) expect([change, validate({ ...values, ...change })]).toEqual([change, false]);
  });

  test('names only variables that lastro knows', () => {
    const named = [...read('deploy/helm/lastro/templates/configmap.yaml').matchAll(/^ {2}([A-Z_]+):/gm)].map(
      ([, name]) => name ?? '',
    );
    const configured = Object.keys(values['config'] as object);
    expect(named.length).toBeGreaterThan(5);
    expect([...named, ...configured].filter((name) => !KNOWN.includes(name))).toEqual([]);
  });

  test.each(templates)('%s uses only existing values, and closes every block', (file) => {
    const text = read(file);
    for (const [, used = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
      const found = used
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], values);
      expect([used, found === undefined]).toEqual([used, false]);
    }
    const openers = text.match(/\{\{-? *(if|with|range|define)\b/g) ?? [];
    const closers = text.match(/\{\{-? *end\b/g) ?? [];
    expect(openers.length).toBe(closers.length);
    for (const [, name] of text.matchAll(/include "([\w.]+)"/g)) {
      expect(read('deploy/helm/lastro/templates/_helpers.tpl')).toContain(`define "${name}"`);
    }
  });
});
