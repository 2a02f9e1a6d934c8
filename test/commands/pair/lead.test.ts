import { decideAppend, leadingEvent, type WantedEvent } from '../../../commands/pair/lead';
import * as given from './sample-look';

const { BOUND, LED_1, LED_2, OPENED, lookAt, logOf } = given;
const WANTED: WantedEvent = { ...given.comingOf(LED_2), revision: 2 };
const COMING = { ...BOUND, coming: given.comingOf(LED_2) };
const LED = { ...BOUND, last: { id: 'led2', revision: 2 } };

test('appends at the next revision, which is its term, after a coming event', () => {
  const wanted = leadingEvent(BOUND, 'led2', given.AT);
  expect(wanted).toMatchObject({ id: 'led2', revision: 2, event: { type: 'LedgerLed', data: { term: 2 } } });
  expect(leadingEvent(COMING, 'led3', given.AT)).toMatchObject({ revision: 3, event: { data: { term: 3 } } });
  expect(leadingEvent(given.OPENING, 'led0', given.AT)).toBeNull();
});

test('writes the coming id, appends at the exact revision, then advances the row', () => {
  expect(decideAppend(given.RIGHT_LOOK, WANTED)).toEqual({
    says: 'STEP',
    step: { do: 'WRITE_ROW', from: BOUND, to: COMING },
  });
  expect(decideAppend(lookAt({ row: COMING }, logOf([OPENED, LED_1])), WANTED)).toEqual({
    says: 'STEP',
    step: { do: 'APPEND', coming: COMING.coming, expected: 1 },
  });
  expect(decideAppend(lookAt({ row: COMING }, logOf([OPENED, LED_1, LED_2])), WANTED)).toEqual({
    says: 'STEP',
    step: { do: 'WRITE_ROW', from: COMING, to: LED },
  });
  expect(decideAppend(lookAt({ row: LED }, logOf([OPENED, LED_1, LED_2], 2)), WANTED)).toEqual({ says: 'RIGHT' });
});

test('ends when LedgerMoved is the last event', () => {
  const row = { ...BOUND, last: { id: given.MOVED.id, revision: 2 } };
  const wanted = { ...given.comingOf(given.MOVED), revision: 2 };
  expect(decideAppend(lookAt({ row }, logOf([OPENED, LED_1, given.MOVED], 2)), wanted)).toEqual({ says: 'RIGHT' });
});

test('finishes the event that another process began, as its own election', () => {
  const mine: WantedEvent = { ...WANTED, id: 'mine' };
  expect(decideAppend(lookAt({ row: COMING }, logOf([OPENED, LED_1])), mine)).toMatchObject({
    step: { do: 'APPEND', coming: { id: 'led2' } },
  });
  expect(decideAppend(lookAt({ row: LED }, logOf([OPENED, LED_1, LED_2], 2)), mine)).toEqual({ says: 'RIGHT' });
});

test('appends no event to a wrong or unknown pair', () => {
  const higher = lookAt({}, logOf([OPENED, LED_1, LED_2]));
  expect(decideAppend(higher, { ...WANTED, id: 'mine' })).toMatchObject({ refusal: { because: 'LED_ELSEWHERE' } });
  expect(decideAppend(lookAt({}, 'AWAY'), WANTED)).toEqual({ says: 'AWAY' });
  expect(decideAppend({ ...higher, rowAfter: COMING }, WANTED)).toEqual({ says: 'AGAIN' });
  expect(decideAppend(lookAt({ row: given.OPENING }, logOf([OPENED])), WANTED)).toEqual({ says: 'AWAY' });
});
