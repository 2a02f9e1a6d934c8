import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../infra/project-root';

const PAGES = [
  'requests.md',
  'requests/partner.md',
  'requests/payments.md',
  'requests/sandbox.md',
  'requests/wallet.md',
];

/** The pages of requests as one text, in the order in which their blocks run. */
export const requestsPage = (): string =>
  PAGES.map((page) => fs.readFileSync(path.join(projectRoot(), 'docs', page), 'utf8')).join('\n');
