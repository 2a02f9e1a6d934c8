import { firstAfterSilence, maximumOf, medianOf, silencesMs } from './silence';

describe('the longest silence of all writers', () => {
  test('counts from the last acknowledgement before the fault', () => {
    expect(silencesMs([0, 90, 3_090, 3_100, 3_300], [100], 3_300)).toEqual([3_000]);
  });
  test('belongs to the fault that it began with, although the next one falls into it', () => {
    expect(silencesMs([10_000, 10_200, 90_000, 90_100], [10_100, 85_000], 90_100)).toEqual([79_800, 100]);
  });
  test('is told of each fault', () => {
    expect(silencesMs([0, 5_000, 20_000, 20_500, 23_000, 23_100], [100, 20_600], 23_100)).toEqual([15_000, 2_500]);
  });
  test('lasts to the end where nobody was heard again', () => {
    expect(silencesMs([0, 100], [150], 5_100)).toEqual([5_000]);
  });
  test('before any fault is no news', () => {
    expect(silencesMs([0, 9_000, 20_000, 20_010], [20_005], 20_010)).toEqual([10]);
  });
});

describe('the first answer after a silence', () => {
  test('is the one that ends it, not one that was under way', () => {
    expect(firstAfterSilence([0, 100, 120, 3_000, 3_010], 110, 500)).toBe(3_000);
  });
  test('is none where nobody was silent, or nobody was heard again', () => {
    expect(firstAfterSilence([0, 100, 200, 300], 110, 500)).toBeNull();
    expect(firstAfterSilence([0, 100], 110, 500)).toBeNull();
  });
});

test('median and maximum', () => {
  expect([medianOf([]), medianOf([5]), medianOf([9, 1]), medianOf([9, 1, 3])]).toEqual([null, 5, 1, 3]);
  expect([maximumOf([]), maximumOf([1, 9, 3])]).toEqual([null, 9]);
});
