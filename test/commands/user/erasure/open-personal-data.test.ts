import type { EventStore } from '../../../../commands/ports/event-store';
import { openPersonalData } from '../../../../commands/user/erasure/open-personal-data';
import { time } from '../../../../packages/testing/src/samples/sample-data';
import { event } from '../../../../packages/testing/src/samples/sample-events';
import { asking, core, eventsOf, happened } from '../../../core';

const EXTERNAL_ID = 'maria@pessoa.example';
const asked = { userId: 'u1', field: 'externalUserId', reason: 'a court order' } as const;
const byAna = asking('open', { actor: { kind: 'operator', id: 'ana' }, reason: asked.reason });

const withUser = async () => {
  const deps = core();
  const externalUserId = await deps.vault.seal('u1', EXTERNAL_ID);
  await happened(deps.eventStore, event('UserRegistered', { externalUserId }));
  return deps;
};

test('records the operator who opens sealed data, in the stream of its subject', async () => {
  const deps = await withUser();
  const opened = await openPersonalData(deps)(asked, byAna);
  expect(opened).toEqual({ value: EXTERNAL_ID, position: await deps.eventStore.head() });
  expect((await eventsOf(deps.eventStore, 'user-u1')).at(-1)).toEqual(
    event('PersonalDataOpened', { openedAt: time(0) }),
  );
  const [, last] = await deps.eventStore.readStream('user-u1');
  expect(last?.metadata).toMatchObject({ actor: { kind: 'operator', id: 'ana' }, reason: 'a court order' });
  expect(JSON.stringify(last?.data)).not.toContain(EXTERNAL_ID);
});

test('opens no value when the record cannot be written', async () => {
  const deps = await withUser();
  const open = jest.fn(deps.vault.open);
  const append: EventStore['append'] = async () => ({ outcome: 'unknown' }) as never;
  const away = { ...deps, eventStore: { ...deps.eventStore, append }, vault: { ...deps.vault, open } };
  await expect(openPersonalData(away)(asked, byAna)).rejects.toMatchObject({
    rejection: { code: 'SERVICE_UNAVAILABLE' },
  });
  expect(open).not.toHaveBeenCalled();
});

test('opens no value for a user without sealed data, and refuses an erased user', async () => {
  const deps = core();
  await happened(deps.eventStore, event('UserRegistered', { externalUserId: null }));
  expect(await openPersonalData(deps)(asked, byAna)).toEqual({ value: null, position: null });
  await happened(deps.eventStore, event('SubjectErased'));
  await expect(openPersonalData(deps)(asked, asking('later'))).rejects.toMatchObject({
    rejection: { code: 'USER_NOT_FOUND' },
  });
});
