import { decideAppend, leadingEvent, type WantedEvent } from '../../../commands/pair/append-identity';
import * as given from './sample-look';

const { BOUND, LED_1, LED_2, OPENED, lookAt, logOf } = given;
const WANTED: WantedEvent = { ...given.comingOf(LED_2), revision: 2 };
const COMING = { ...BOUND, coming: given.comingOf(LED_2) };
const LED = { ...BOUND, last: { id: 'led2', revision: 2 } };

test('who leads wants the next revision, which is its term', () => {
  const wanted = leadingEvent(BOUND, 'led2', given.AT);
  expect(wanted).toMatchObject({ id: 'led2', revision: 2, event: { type: 'LedgerLed', data: { term: 2 } } });
  expect(leadingEvent(given.OPENING, 'led0', given.AT)).toBeNull();
});

test('the coming id first, then the append at the exact revision, then the row', () => {
  expect(decideAppend(given.RIGHT_LOOK, WANTED)).toEqual({
    kind: 'STEP',
    step: { do: 'WRITE_ROW', from: BOUND, to: COMING },
  });
  expect(decideAppend(lookAt({ row: COMING }, logOf([OPENED, LED_1])), WANTED)).toEqual({
    kind: 'STEP',
    step: { do: 'APPEND', coming: COMING.coming, expected: 1 },
  });
  expect(decideAppend(lookAt({ row: COMING }, logOf([OPENED, LED_1, LED_2])), WANTED)).toEqual({
    kind: 'STEP',
    step: { do: 'WRITE_ROW', from: COMING, to: LED },
  });
  expect(decideAppend(lookAt({ row: LED }, logOf([OPENED, LED_1, LED_2], 2)), WANTED)).toEqual({ kind: 'DONE' });
});

test('what another began is finished first, and never replaced', () => {
  const mine: WantedEvent = { ...WANTED, id: 'mine' };
  expect(decideAppend(lookAt({ row: COMING }, logOf([OPENED, LED_1])), mine)).toMatchObject({
    step: { do: 'APPEND', coming: { id: 'led2' } },
  });
  expect(decideAppend(lookAt({ row: LED }, logOf([OPENED, LED_1, LED_2], 2)), mine)).toEqual({ kind: 'OVERTAKEN' });
});

test('a wrong pair gets no event, nor does one that says nothing', () => {
  const higher = lookAt({}, logOf([OPENED, LED_1, LED_2]));
  expect(decideAppend(higher, { ...WANTED, id: 'mine' })).toMatchObject({ refusal: { because: 'LED_ELSEWHERE' } });
  expect(decideAppend(lookAt({}, 'AWAY'), WANTED)).toEqual({ kind: 'WAIT', why: 'AWAY' });
  expect(decideAppend({ ...higher, rowAfter: COMING }, WANTED)).toEqual({ kind: 'WAIT', why: 'CHANGED' });
  expect(decideAppend(lookAt({ row: given.OPENING }, logOf([OPENED])), WANTED)).toEqual({ kind: 'OVERTAKEN' });
});
