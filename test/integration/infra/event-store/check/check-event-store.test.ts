import { partsOfStream } from '../../../../../aggregates/stream';
import { systemClock } from '../../../../../infra/clock';
import { CHECKS, type Finding } from '../../../../../infra/event-store/check/finding';
import { PROBED_STREAM } from '../../../../../infra/event-store/check/rights';
import { check, faults, only } from '../../../../infra/event-store/check/checking';
import { elect, urlOf, useScriptedCluster } from '../../../../infra/event-store/scripted/cluster';
import type { ScriptedNode } from '../../../../infra/event-store/scripted/node';
import { ANSWERS, NODE_NOW_MS, STATE } from '../../../../infra/event-store/scripted/script';
import { openServedStore } from '../served-store';

const cluster = useScriptedCluster();

/** By their names, in the order of the checks. */
const outcomes = (findings: readonly Finding[]): Readonly<Record<string, string>> =>
  Object.fromEntries(findings.map(({ check: name, outcome }) => [name, outcome]));

describe('a store that has everything', () => {
  test('E14: the embedded one has no fault and no warning, and nothing is written', async () => {
    const { connectionString, store, close } = await openServedStore();
    try {
      const before = await store.head();
      const findings = await check(connectionString, systemClock.now);
      expect(new Set(findings.map(({ outcome }) => outcome))).toEqual(new Set(['ok']));
      expect(findings.map(({ check: name }) => name)).toEqual(
        CHECKS.filter((name) => !['PostgreSQL', "PostgreSQL's clock", 'standby', 'pair'].includes(name)),
      );
      expect(await store.head()).toEqual(before);
    } finally {
      await close();
    }
  });

  test('E14: three nodes without TLS: the leader, the version, and what their lack of TLS means', async () => {
    const first = await cluster.node();
    const nodes = [first, await cluster.node(first.log), await cluster.node(first.log)];
    elect(nodes[1]!, nodes);
    const findings = await check(urlOf(nodes));
    expect(faults(findings)).toEqual([]);
    expect(only(findings, 'nodes').says).toBe('3 of 3 nodes of EVENTSTORE_URL answer');
    expect(only(findings, 'leader')).toMatchObject({
      outcome: 'ok',
      says: `127.0.0.1:${nodes[1]!.port} leads 3 nodes`,
    });
    expect(only(findings, 'version')).toMatchObject({ outcome: 'ok', says: '23.10.6' });
    expect(only(findings, 'TLS')).toMatchObject({ outcome: 'warning', says: expect.stringContaining('everybody') });
    const asked = (node: ScriptedNode | undefined) => node?.asked.map(({ method }) => method) ?? [];
    expect(asked(nodes[1])).toContain('BatchAppend');
    expect([...asked(nodes[0]), ...asked(nodes[2])]).not.toContain('BatchAppend');
    expect(first.log.events.filter(({ stream }) => !stream.startsWith('$'))).toEqual([]);
  });
});

test('E14: rights are probed on a stream that is neither ours nor the store its own', () => {
  expect(partsOfStream(PROBED_STREAM)).toBeNull();
  expect(PROBED_STREAM.startsWith('$')).toBe(false);
});

describe('E14: nodes', () => {
  test('one of three that is dead is a warning that names it', async () => {
    const first = await cluster.node();
    const nodes = [first, await cluster.node(first.log), await cluster.node(first.log)];
    elect(first, nodes);
    await nodes[2]!.shutDown();
    const findings = await check(urlOf(nodes));
    expect(faults(findings)).toEqual([]);
    expect(only(findings, 'nodes')).toMatchObject({
      outcome: 'warning',
      says: `2 of 3 nodes of EVENTSTORE_URL answer; 127.0.0.1:${nodes[2]!.port}: nobody listens there (ECONNREFUSED)`,
    });
  });

  test('none that answers is a fault', async () => {
    const node = await cluster.node();
    await node.shutDown();
    expect(faults(await check(node.connectionString))).toEqual([
      `nodes: no node of EVENTSTORE_URL answers; 127.0.0.1:${node.port}: nobody listens there (ECONNREFUSED)`,
    ]);
  });

  test('a URL of a follower alone is a warning, and the leader is asked', async () => {
    const [leader, follower] = [await cluster.node(), await cluster.node()];
    elect(leader, [leader, follower]);
    const findings = await check(follower.connectionString);
    expect(faults(findings)).toEqual([]);
    expect(only(findings, 'leader')).toMatchObject({
      outcome: 'warning',
      says: expect.stringContaining('EVENTSTORE_URL names 1 of them: name all'),
    });
    expect(leader.asked.map(({ method }) => method)).toContain('BatchAppend');
  });

  test('a leader that cannot be reached from here is a fault', async () => {
    const [leader, follower] = [await cluster.node(), await cluster.node()];
    elect(leader, [leader, follower]);
    await leader.shutDown();
    expect(faults(await check(follower.connectionString))).toEqual([
      expect.stringMatching(/^leader: the nodes name 127\.0\.0\.1:\d+, which does not answer here/),
    ]);
  });

  test('no leader, and more than one', async () => {
    const first = await cluster.node();
    const nodes = [first, await cluster.node(first.log), await cluster.node(first.log)];
    const members = nodes.map(({ address, port }) => ({ address, port, state: STATE.unknown }));
    for (const { script } of nodes) Object.assign(script, { members, role: 'follower' });
    expect(faults(await check(urlOf(nodes)))).toEqual([
      'leader: no node leads; 3 of 3 are said to be alive: more than half must run and reach each other',
    ]);
    nodes[0]!.script.members = members.map((member, index) => ({ ...member, state: index === 0 ? 8 : 6 }));
    nodes[1]!.script.members = members.map((member, index) => ({ ...member, state: index === 1 ? 8 : 6 }));
    expect(faults(await check(urlOf(nodes)))).toEqual([expect.stringMatching(/^leader: .*different leaders/)]);
  });

  test('esdb+discover:// with several hosts asks the first alone', async () => {
    const node = await cluster.node();
    const url = `esdb+discover://127.0.0.1:${node.port},127.0.0.1:1?tls=false`;
    expect(only(await check(url), 'leader').says).toContain('asks the first host only');
  });

  test('a node that never answers is given up', async () => {
    const node = await cluster.node();
    node.script.instead = () => 'silence';
    expect(faults(await check(node.connectionString))).toEqual([
      expect.stringMatching(/^nodes: no node .*: it does not say who leads$/),
    ]);
  });
});

describe('E14: versions', () => {
  test.each([
    ['21.6.0', ['read', 'append'], 'fault'],
    ['23.10.6', ['read', 'append'], 'fault'],
    ['20.10.5', ['read', 'append', 'batchappend'], 'fault'],
    ['23.10.6', ['read', 'append', 'batchappend'], 'ok'],
    ['24.6.0', ['read', 'batchappend'], 'ok'],
    ['25.0.1', ['read', 'batchappend'], 'warning'],
    ['oss', ['read', 'batchappend'], 'warning'],
  ])('%s with %s: %s', async (version, methods, outcome) => {
    const node = await cluster.node();
    Object.assign(node.script, { version, methods });
    expect(only(await check(node.connectionString), 'version').outcome).toBe(outcome);
  });

  test('one that is not told', async () => {
    const node = await cluster.node();
    node.script.instead = ({ method }) => (method === 'Features' ? ANSWERS.denied() : undefined);
    expect(outcomes(await check(node.connectionString))).toMatchObject({ version: 'warning', appending: 'ok' });
  });
});

test.each([
  [600_000, 'fault', /is 600\.5 s ahead of this machine: let NTP/],
  [-600_000, 'fault', /is 599\.5 s behind this machine: let NTP/],
  [30_000, 'warning', /ahead of this machine/],
  [0, 'ok', /differs by less than/],
])('E14: a clock that is %i ms off is %s', async (clockAheadMs, outcome, says) => {
  const node = await cluster.node();
  node.script.nowMs = () => NODE_NOW_MS + clockAheadMs;
  expect(only(await check(node.connectionString), 'clock')).toMatchObject({
    outcome,
    says: expect.stringMatching(says),
  });
});

describe('E14: others in the store', () => {
  test('are counted, by the first part of their names, and are no fault', async () => {
    const node = await cluster.node();
    node.log.write('othershop-4711', 'OrderPlaced', 'OrderPaid');
    node.log.write('mailer-x@example.com', 'Sent');
    const finding = only(await check(node.connectionString), 'others in the store');
    expect(finding).toMatchObject({
      outcome: 'warning',
      says: expect.stringMatching(/^3 of the 5 events of the store are not the ledger's, in streams such as /),
    });
    expect(finding.says).toContain('mailer, othershop');
    expect(finding.says).not.toMatch(/4711|example\.com/);
  });

  test.each([
    ['an event in a stream of ours', 'cashout-1', 'OrderPlaced', 'cashout-1'],
    ['a soft delete of one', '$$cashout-2', '$metadata', 'cashout-2'],
    ['a tombstone', 'watcher-3', '$streamDeleted', 'watcher-3'],
  ])('%s is a fault that names it', async (_, stream, type, named) => {
    const node = await cluster.node();
    node.log.write(stream, type);
    expect(faults(await check(node.connectionString))).toEqual([
      expect.stringContaining(`others in the store: somebody else wrote into, deleted or truncated ${named}:`),
    ]);
  });

  test('no more than the last 10,000 events are looked at', async () => {
    const node = await cluster.node();
    const orders = Array.from({ length: 100 }, () => 'OrderPlaced');
    for (let shop = 0; shop < 110; shop += 1) node.log.write(`othershop-${shop}`, ...orders);
    expect(only(await check(node.connectionString), 'others in the store').says).toMatch(
      /^10000 of the last 10000 events of the store/,
    );
  });
});
