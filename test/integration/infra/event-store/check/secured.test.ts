import { checkEventStore } from '../../../../../infra/event-store/check/check-event-store';
import { createIdentity } from '../../../../../packages/event-store/server/certificate';
import { check, faults, only } from '../../../../infra/event-store/check/checking';
import { useScriptedCluster } from '../../../../infra/event-store/scripted/cluster';
import type { ScriptedNode } from '../../../../infra/event-store/scripted/node';
import { ANSWERS, type Asked } from '../../../../infra/event-store/scripted/script';
import { openTlsDoor, type TlsDoor } from '../scripted/tls-door';

const cluster = useScriptedCluster();

const PASSWORD = 'a-very-secret-password';
const KNOWN = `Basic ${Buffer.from(`ledger:${PASSWORD}`).toString('base64')}`;

interface Secured {
  readonly node: ScriptedNode;
  readonly door: TlsDoor;
}

/** As a secure node: gossip for everybody, the rest for who is known. */
const secured = async (work: (secured: Secured) => Promise<void>, identity = createIdentity()): Promise<void> => {
  const node = await cluster.node();
  node.script.instead = ({ method, metadata }) => {
    if (method === 'Gossip' || method === 'Features' || metadata.get('authorization')[0] === KNOWN) return undefined;
    return ANSWERS.unknownUser();
  };
  const door = await openTlsDoor(node, identity);
  try {
    await work({ node, door });
  } finally {
    await door.close();
  }
};

describe('E14: rights', () => {
  test('a user who has them all', () =>
    secured(async ({ door }) => {
      const findings = await check(door.url(`ledger:${PASSWORD}@`));
      expect(findings.filter(({ outcome }) => outcome !== 'ok')).toEqual([]);
      expect(only(findings, 'strangers').says).toBe('refused');
      expect(only(findings, 'TLS').says).toBe('certificates until 2049-12-31');
    }));

  test('a wrong password is one fault, and is never repeated', () =>
    secured(async ({ door }) => {
      const findings = await check(door.url('ledger:not-the-password@'));
      expect(faults(findings)).toEqual(['user: the store asks for a user: the user or the password is wrong']);
      expect(JSON.stringify(findings)).not.toMatch(/not-the-password|ledger:/);
    }));

  test('a URL without a user', () =>
    secured(async ({ door }) => {
      const findings = await check(door.url(''));
      expect(faults(findings)).toEqual(['user: the store asks for a user: write one into EVENTSTORE_URL']);
    }));

  test.each([
    ['$all', ({ method, isOfAll }: Asked) => method === 'Read' && isOfAll, /^reading \$all: refused: .*readRoles/],
    ['streams', ({ method, isOfAll }: Asked) => method === 'Read' && !isOfAll, /^reading streams: refused: /],
    ['appends', ({ method }: Asked) => method === 'BatchAppend', /^appending: refused: /],
  ] as const)('none for %s', async (_, isDenied, fault) => {
    const node = await cluster.node();
    node.script.instead = (asked) => (isDenied(asked) ? ANSWERS.denied() : undefined);
    const findings = await check(node.connectionString);
    expect(faults(findings)).toEqual([expect.stringMatching(fault)]);
  });

  test('an append that is refused inside the batch', async () => {
    const node = await cluster.node();
    node.script.deniesAppends = true;
    expect(faults(await check(node.connectionString))).toEqual([expect.stringMatching(/^appending: refused: /)]);
  });

  test('a server that repeats the password in its answer is not quoted', () =>
    secured(async ({ node, door }) => {
      node.script.instead = ({ method }) =>
        method === 'Read' ? { ...ANSWERS.insideRecord(), message: `no ${PASSWORD} ${KNOWN}` } : undefined;
      const findings = await check(door.url(`ledger:${PASSWORD}@`));
      expect(only(findings, 'reading $all').says).toContain('gRPC status 2');
      expect(JSON.stringify(findings)).not.toContain(PASSWORD);
      expect(JSON.stringify(findings)).not.toContain(KNOWN.slice('Basic '.length));
    }));

  test('strangers who may read and write are a warning', async () => {
    const node = await cluster.node();
    const door = await openTlsDoor(node);
    const findings = await check(door.url(`ledger:${PASSWORD}@`)).finally(door.close);
    expect(only(findings, 'strangers')).toMatchObject({
      outcome: 'warning',
      says: expect.stringContaining('may read $all and write streams without a user'),
    });
  });
});

describe('E14: TLS', () => {
  test('an authority that is not the node its own', () =>
    secured(async ({ door }) =>
      secured(async ({ door: other }) => {
        const findings = await check(door.url(`ledger:${PASSWORD}@`, other.authorityFile));
        expect(faults(findings)[0]).toMatch(/^TLS: 127\.0\.0\.1:\d+: its certificate is of .* authority/);
        expect(JSON.stringify(findings)).not.toContain(PASSWORD);
      }),
    ));

  test('an expired certificate', () =>
    secured(
      async ({ door }) => {
        const findings = await check(door.url(`ledger:${PASSWORD}@`));
        expect(faults(findings)[0]).toMatch(/^TLS: .*its certificate has expired: give the node a new one/);
      },
      createIdentity(['200101000000', '210101000000']),
    ));

  test('a certificate that ends soon is a warning', () =>
    secured(async ({ door }) => {
      const url = door.url(`ledger:${PASSWORD}@`);
      const findings = await checkEventStore({ url, nowMs: () => Date.parse('2049-12-10T00:00:00Z') });
      expect(only(findings, 'TLS')).toMatchObject({ outcome: 'warning', says: expect.stringContaining('2049-12-31') });
    }));

  test('a node without TLS, and a file of an authority that is not there', async () => {
    const node = await cluster.node();
    const secure = node.connectionString.replace('tls=false', 'tls=true');
    expect(faults(await check(secure))[0]).toMatch(/^TLS: .*it does not speak TLS/);
    expect(faults(await check(`${secure}&tlsCAFile=%2Fnowhere`))).toEqual([
      'TLS: the file of tlsCAFile cannot be read',
    ]);
  });
});
