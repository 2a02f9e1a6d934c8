import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { Controller } from '@tsoa/runtime';
import type { Request } from 'express';
import { csvFile } from '../../src/http/csv-file';

const sent = (res: PassThrough, lines: AsyncGenerator<string>): Readable => {
  const text = csvFile(new Controller(), { res } as unknown as Request, 'a.csv', Readable.from(lines));
  text.pipe(res);
  return text;
};

async function* endless() {
  for (;;) yield 'line\r\n'.repeat(10_000);
}

async function* failing() {
  yield 'line\r\n';
  throw new Error('away');
}

test('ends the reading of a file when its caller leaves', async () => {
  const res = new PassThrough();
  const text = sent(res, endless());
  await once(res, 'readable');
  res.destroy();
  await once(text, 'close');
});

test('breaks the answer off when its file fails', async () => {
  const res = new PassThrough();
  sent(res, failing());
  await once(res, 'close');
  expect(res.writableFinished).toBe(false);
});
