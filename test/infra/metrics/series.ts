/** The series of a page, `name{labels} value`, without what explains them, in the order of their names. */
export const seriesOf = (page: string): readonly string[] =>
  page
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .sort();

/** The value of the one series that begins so. */
export const seriesValue = (page: string, series: string): number => {
  const found = seriesOf(page).filter((line) => line.startsWith(`${series} `));
  if (found.length !== 1) throw new Error(`${found.length} series are ${series}`);
  return Number(found[0]?.slice(series.length + 1));
};
