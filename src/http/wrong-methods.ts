import { type Express, type RequestHandler, Router } from 'express';
import { limitByAddress } from './request/limits';
import { isSecured, type Route } from './routes';
import { answerInTime } from './shared/answer-problem';
import { surfaceRefusal } from './surface-refusal';

/** The routes of the application itself, which need no credential. */
export const ownRoutes = ({ router }: Pick<Express, 'router'>): readonly Route[] =>
  router.stack.flatMap(({ route }) =>
    (route?.stack ?? []).map(({ method }) => ({
      ...{ method: method as Route['method'], path: route?.path ?? '' },
      handlers: [],
    })),
  );

/** Refuses a known path with another method. The path's credential comes first: a stranger learns no methods. */
export const refuseWrongMethods = (routes: readonly Route[], limit = limitByAddress): RequestHandler => {
  const router = Router();
  for (const path of new Set(routes.map((route) => route.path))) {
    const known = routes.filter((route) => route.path === path);
    const [route] = known;
    const guards = route !== undefined && isSecured(route) ? route.handlers.slice(0, -1) : [];
    router.all(path, limit(guards.length > 0), answerInTime(path), ...guards, refuse(allowOf(known)));
  }
  return router;
};

const allowOf = (routes: readonly Route[]): string => {
  const methods = routes.map(({ method }) => method.toUpperCase());
  return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].sort().join(', ');
};

const refuse =
  (allow: string): RequestHandler =>
  (_request, response) => {
    response.set('Allow', allow);
    throw surfaceRefusal('METHOD_NOT_ALLOWED', `This path takes ${allow}`);
  };
