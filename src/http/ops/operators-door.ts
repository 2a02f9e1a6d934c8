import { type Express, Router } from 'express';
import { addOperatorsDocs } from '../docs';
import openapi from '../generated/ops-openapi.json';
import { RegisterRoutes } from '../generated/ops-routes';
import { limitOperatorsByAddress } from '../request/limits';
import { generatedRoutes, limitedRoutes } from '../routes';
import { refuseWrongMethods } from '../wrong-methods';
import { addConsoleFiles } from './console-files';
import type { OpsDeps } from './ops-deps';
import { addIdentityPage } from './session/identity-page';

/** Adds `/ops/v1`, its documentation and the console. Other paths are not answered here. */
export const addOperatorsDoor = (app: Pick<Express, 'use'>, { files }: Pick<OpsDeps, 'files'>): void => {
  const routes = generatedRoutes({ register: RegisterRoutes, paths: openapi.paths });
  app.use(limitedRoutes(routes, limitOperatorsByAddress));
  app.use(refuseWrongMethods(routes, limitOperatorsByAddress));
  const pages = Router();
  addIdentityPage(pages);
  addConsoleFiles(pages, files);
  addOperatorsDocs(pages);
  app.use(['/console', '/ops'], limitOperatorsByAddress(false));
  app.use(pages);
};
