import { isOurMetadata, notOurs } from '../../aggregates/ours';
import { metadata } from '../../packages/testing/src/contracts/event-store/watermarks';

const OURS = { ...metadata, ledgerId: '11111111-1111-4111-8111-111111111111' };

describe('our metadata', () => {
  test('has the id of the ledger, or none in an old event', () => {
    expect([isOurMetadata(metadata), isOurMetadata(OURS)]).toEqual([true, true]);
  });

  const wrong: readonly (readonly [string, unknown])[] = [
    ['nothing', undefined],
    ['null', null],
    ['bytes', new Uint8Array([1, 2, 3])],
    ['a list', [metadata]],
    ['text', JSON.stringify(metadata)],
    ['no correlation', { ...metadata, $correlationId: undefined }],
    ['an empty cause', { ...metadata, $causationId: '' }],
    ['an actor by name', { ...metadata, actor: 'operator' }],
    ['an actor without an id', { ...metadata, actor: { kind: 'system' } }],
    ['no time', { ...metadata, at: undefined }],
    ['an unreadable time', { ...metadata, at: 'yesterday' }],
    ['no version', { ...metadata, schemaVersion: undefined }],
    ['version 0', { ...metadata, schemaVersion: 0 }],
    ['a version as text', { ...metadata, schemaVersion: '1' }],
    ['a ledger that is no text', { ...metadata, ledgerId: 7 }],
  ];

  test.each(wrong)('is refused with %s', (_, given) => {
    expect([isOurMetadata(given), notOurs(given, null)]).toEqual([false, 'the event has no ledger metadata']);
  });

  test('is refused with the id of another ledger, once this ledger has an id', () => {
    expect(notOurs(OURS, null)).toBeNull();
    expect(notOurs(OURS, OURS.ledgerId)).toBeNull();
    expect(notOurs(metadata, OURS.ledgerId)).toBeNull();
    expect(notOurs(OURS, 'another')).toBe(`the event belongs to another ledger, ${OURS.ledgerId}`);
  });
});
