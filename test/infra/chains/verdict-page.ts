import fs from 'node:fs';
import path from 'node:path';

interface Titled {
  readonly title: string;
}

const page = fs.readFileSync(path.join(__dirname, '../../../docs/chains.md'), 'utf8');

const cells = (rows: readonly Titled[]): string => rows.map(({ title }) => title).join('; ');

/** The verdicts of a family on the page are those that its tests have, by verdict. Prints how many there are. */
export const testVerdictPage = (family: string, verdicts: Readonly<Record<string, readonly Titled[]>>): void => {
  test(`docs/chains.md lists the tested verdicts of ${family}`, () => {
    const [, section = ''] = page.split(`### ${family}\n`);
    const lines = section.split(/^#/m)[0]!.split('\n');
    const shown = lines.filter((line) => line.startsWith('| ')).slice(1);
    expect(shown).toEqual(Object.entries(verdicts).map(([verdict, rows]) => `| ${verdict} | ${cells(rows)} |`));
    const rows = Object.values(verdicts).flat().length;
    const onPage = shown.flatMap((line) => line.split('; ')).length;
    process.stdout.write(`Verdicts of ${family}: ${onPage} rows, ${rows} with a test\n`);
  });
};
