import path from 'node:path';
import type { Request, RequestHandler, Response, Router } from 'express';
import { rejection } from '../../../aggregates/rejection';
import type { ConsoleFile, ConsoleFiles } from './ops-deps';

/** Forbids sources of other origins, inline code, and text as script. */
const POLICY = [
  "require-trusted-types-for 'script'",
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  Vary: 'Accept-Encoding',
};

/** Their names have a hash of their content. */
const ASSETS = 'assets/';
const A_YEAR = 'public, max-age=31536000, immutable';

/** Serves the built console: its files by their names, and its page on every other path below, which the page reads. */
export const addConsoleFiles = (app: Pick<Router, 'get'>, files: ConsoleFiles): void => {
  app.get(/^\/console(?:\/|$)/, answerFile(files, '/console/'));
};

/** The same of the partners' dashboard. */
export const addDashboardFiles = (app: Pick<Router, 'get'>, files: ConsoleFiles): void => {
  app.get(/^\/dashboard(?:\/|$)/, answerFile(files, '/dashboard/'));
};

const answerFile =
  (files: ConsoleFiles, base: string): RequestHandler =>
  (request, response) => {
    if (request.path.length < base.length) {
      response.redirect(308, base);
      return;
    }
    const name = request.path.slice(base.length);
    const isAsset = name.startsWith(ASSETS);
    const shown = isAsset ? name : 'index.html';
    const file = files.get(shown);
    if (file === undefined) throw missing(files);
    response.set(HEADERS).type(path.extname(shown));
    if (isAsset) response.set('Cache-Control', A_YEAR);
    send(request, response, file);
  };

const missing = (files: ConsoleFiles) =>
  rejection('NOT_FOUND', files.size === 0 ? 'This installation has no built console' : 'The console has no such file');

const send = (request: Request, response: Response, { content, brotli }: ConsoleFile): void => {
  if (brotli === null || request.acceptsEncodings('br', 'identity') !== 'br') response.send(content);
  else response.set('Content-Encoding', 'br').send(brotli);
};
