import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type VerifiedExport, verifyExport, writeExport } from '../../../../infra/event-store/tools/export-file';
import { comparedPlaces, copyEvents, mustBeEmpty } from '../../../../infra/event-store/tools/import-log';
import { movedEvents } from '../../../../infra/event-store/tools/moved-events';
import { createVerbatimLog, LEDGER_ID, ordinaryLog, oursIn, type VerbatimLog } from './verbatim-log';

const HEADER = { lastroExport: 1, ledgerId: LEDGER_ID, moveId: 'move1', leftBy: 'left1', loss: null } as const;
const folder = mkdtempSync(path.join(tmpdir(), 'lastro-export-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = path.join(folder, 'ledger.jsonl');

const exported = async (source: VerbatimLog): Promise<VerifiedExport> => {
  await writeExport(file, HEADER, movedEvents(source.store, LEDGER_ID));
  return verifyExport(file);
};

const copied = async () => {
  const [source, target] = [ordinaryLog(), createVerbatimLog('theirs')];
  target.write('orders-1', { metadata: {} });
  const verified = await exported(source);
  await mustBeEmpty(target.store, LEDGER_ID);
  await copyEvents(target.store, file, () => undefined);
  return { source, target, verified };
};

const placesIn = async ({ target, verified }: Awaited<ReturnType<typeof copied>>) => {
  const places = [];
  for await (const batch of comparedPlaces(target.store, file, verified)) places.push(...batch);
  return places;
};

const same = ({ records }: VerbatimLog) =>
  records.filter(({ id }) => id.startsWith('ours')).map(({ position: _, ...record }) => record);

describe('an exported log', () => {
  test('is imported in order, each event unchanged, with its position in both stores', async () => {
    const all = await copied();
    expect(same(all.target)).toEqual(same(all.source));
    const places = await placesIn(all);
    expect(places.map(({ eventId }) => eventId)).toEqual(oursIn(all.source));
    expect(places[1]).toEqual({
      ...{ eventId: 'ours-4', stream: 'user-2', revision: 0 },
      ...{ from: all.source.records[4]!.position, to: all.target.records[2]!.position },
    });
  });

  test('keeps text that a line reader would cut', async () => {
    const source = createVerbatimLog('ours');
    source.write('user-1', { data: { name: 'a\u2028b\u2029c\nd\r' } });
    const { hash } = await exported(source);
    const target = createVerbatimLog('theirs');
    await copyEvents(target.store, file, () => undefined);
    expect([hash.total().count, target.records[0]?.data]).toEqual([1, { name: 'a\u2028b\u2029c\nd\r' }]);
  });

  test.each<[string, (text: string) => string]>([
    ['cut', (text) => text.slice(0, text.length / 2)],
    ['cut after a line', (text) => text.split('\n').slice(0, 3).join('\n')],
    ['changed', (text) => text.replace('"number":2', '"number":3')],
    ['without an event', (text) => text.replace(/\n[^\n]*user-2[^\n]*/, '')],
    ['no export', () => '{}\n'],
  ])('is refused where the file is %s', async (_what, spoil) => {
    await exported(ordinaryLog());
    writeFileSync(file, spoil(readFileSync(file, 'utf8')));
    await expect(verifyExport(file)).rejects.toThrow(/incomplete|not a ledger export/);
  });

  test('is not imported next to the rest of another import, nor next to a ledger', async () => {
    const { target } = await copied();
    await expect(mustBeEmpty(target.store, LEDGER_ID)).rejects.toThrow('an interrupted import');
  });

  test.each(['LOST', 'UNANSWERED'] as const)('stops where an append has no answer: %s', async (fate) => {
    await exported(ordinaryLog());
    const target = createVerbatimLog('theirs');
    target.spoil = (what) => (what === 'APPEND' ? fate : undefined);
    await expect(copyEvents(target.store, file, () => undefined)).rejects.toThrow(
      'Repeat the import into an empty store',
    );
  });
});

describe('a copy that differs from the file', () => {
  test.each([
    ['id', { id: 'ours-other' }],
    ['type', { type: 'UserBlocked' }],
    ['data', { data: { number: 99 } }],
    ['metadata', { reason: 'other' }],
  ])('is refused for the %s of one event', async (part, changed) => {
    const all = await copied();
    const at = all.target.records.findIndex(({ stream, revision }) => stream === 'user-1' && revision === 1);
    const copy = all.target.records[at]!;
    const metadata = part === 'metadata' ? { ...(copy.metadata as object), ...changed } : copy.metadata;
    all.target.records[at] = { ...copy, ...(part === 'metadata' ? {} : changed), metadata };
    await expect(placesIn(all)).rejects.toThrow(/user-1/);
  });

  test('is refused for a missing or additional event', async () => {
    const missing = await copied();
    missing.target.records.pop();
    await expect(placesIn(missing)).rejects.toThrow('quote-1 differs between store and file');
    const more = await copied();
    more.target.write('quote-1', { id: 'stray' });
    await expect(placesIn(more)).rejects.toThrow('The store has quote-1@1');
  });
});
