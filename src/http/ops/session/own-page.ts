import type { Request } from 'express';
import { surfaceRefusal } from '../../surface-refusal';

const READS = ['GET', 'HEAD'];

/**
 * A browser says where a request comes from: a change or an export must come from a page of the console. Refuses
 * OTHER_ORIGIN.
 * @param origin of the console, for browsers that say no more than an origin; null: of no page
 */
export const mustBeOwnPage = ({ method, headers }: Request, origin: string | null, isExport = false): void => {
  if (READS.includes(method) && !isExport) return;
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined ? origin !== null && headers.origin === origin : site === 'same-origin';
  if (!isOwn) throw surfaceRefusal('OTHER_ORIGIN', 'The request does not come from a page of the console');
};
