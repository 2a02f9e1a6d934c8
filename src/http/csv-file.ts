import { finished, type Readable } from 'node:stream';
import type { Controller } from '@tsoa/runtime';
import type { Request } from 'express';

/** Answers a CSV as a file to save. A caller who leaves ends the reading: a pipe alone would leave it open. */
export const csvFile = (controller: Controller, { res }: Request, name: string, text: Readable): Readable => {
  // Sent bytes cannot be taken back: a file that breaks off must not look whole.
  text.once('error', () => res?.destroy());
  if (res !== undefined) finished(res, () => text.destroy());
  controller.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  controller.setHeader('Content-Type', 'text/csv; charset=utf-8');
  return text;
};
