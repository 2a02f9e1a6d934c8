import { setTimeout as pause } from 'node:timers/promises';
import { untilServed } from '../busy';
import { isReceiptPage } from '../requests/doors';
import type { Reply } from '../requests/http-client';
import { learn } from '../requests/known-ids';
import { malformedBytes, sendRaw } from '../requests/raw';
import type { FuzzRequest } from '../requests/requests';
import type { Storm } from './state';

const KEPT_IDS = 500;
const KEPT_FAULTS = 20;

export const sendMalformed = async (storm: Storm): Promise<void> => {
  const bytes = malformedBytes(storm.random);
  const { answer, busy } = await untilServed(() => sendRaw(new URL(storm.url), bytes));
  const describe = (): string => `raw ${JSON.stringify(bytes.toString('latin1'))}`;
  storm.busy += busy;
  for (const status of answer.statuses) note(storm, status, describe);
  mustNotBeHtml(storm, answer.text, describe);
  mustNotTellOfInside(storm, answer.text, describe);
};

/** The status; 0 without an answer. */
export const send = async (storm: Storm, operation: string, request: FuzzRequest): Promise<number> => {
  const { method, path, body } = request;
  try {
    // A signature is good once: the repetition of a signed request may be refused for that, which is an answer as well.
    const { answer, busy } = await untilServed(() => storm.client.send(request));
    const { status, text } = answer;
    storm.busy += busy;
    const describe = (): string => `${method} ${path} ${String(body).slice(0, 2_000)} -> ${text}`;
    note(storm, status, describe, isForWantOfRegistry(operation, answer));
    if (!isReceiptPage(request)) mustNotBeHtml(storm, text, describe);
    mustNotTellOfInside(storm, text, describe);
    remember(storm, text);
    learn(storm.known, operation, text);
    return status;
  } catch (error) {
    await mustStillAnswer(storm, error);
    return 0;
  }
};

/** The one final 503: no registry of documents of this type is configured, and waiting brings none. */
const FOR_WANT_OF_REGISTRY = '"code":"PROVIDER_NOT_CONFIGURED"';

const LOOKUP = 'POST /api/v1/users/kyc/lookup';

const isForWantOfRegistry = (operation: string, { status, text }: Reply): boolean =>
  status === 503 && operation === LOOKUP && text.includes(FOR_WANT_OF_REGISTRY);

const note = (storm: Storm, status: number, describe: () => string, isDocumented = false): void => {
  storm.statuses.set(status, (storm.statuses.get(status) ?? 0) + 1);
  if (status >= 500 && !isDocumented) noteFault(storm, `${status} ${describe()}`);
};

/** HTML outside the one route with a page is not our answer. */
const mustNotBeHtml = (storm: Storm, text: string, describe: () => string): void => {
  if (/<html/i.test(text)) noteFault(storm, `HTML ${describe()}`);
};

/** Parts of a stack trace or of a store's error. */
const INSIDE =
  /node_modules|\\n {2,}at |syntax error at or near|invalid input syntax|violates \S+ constraint|ECONNREFUSED/;

const mustNotTellOfInside = (storm: Storm, text: string, describe: () => string): void => {
  if (INSIDE.test(text)) noteFault(storm, `INSIDE ${describe()}`);
};

/** Faults first, then busy answers: a thousand of those must not hide one bug. */
const noteFault = (storm: Storm, fault: string): void => {
  storm.faults.push(fault);
  storm.faults.sort();
  storm.faults.splice(KEPT_FAULTS);
};

/** A client that refuses to send something, or a server that hangs up on it: only a server that is gone is a finding. */
const mustStillAnswer = async (storm: Storm, cause: unknown): Promise<void> => {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const alive = await fetch(`${storm.url}/health/live`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (alive) return;
    await pause(200);
  }
  throw new Error('the service does not answer any more', { cause });
};

const ID = /"(?:\w*[iI]d|uid|code|deliveryId|memo|position)":"([^"]{3,200})"/g;

const remember = (storm: Storm, text: string): void => {
  for (const [, id = ''] of text.matchAll(ID)) {
    if (storm.spared.has(id) || storm.ids.includes(id)) continue;
    if (storm.ids.length < KEPT_IDS) storm.ids.push(id);
    else storm.ids[storm.random.below(KEPT_IDS)] = id;
  }
};
